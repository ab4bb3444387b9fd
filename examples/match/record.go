package main

import "os"

func (p *played) save(name string) error {
	return os.WriteFile(name, []byte(p.game.USI()+"\n"), 0o666)
}
