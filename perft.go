package shoshogi

// Perft returns the number of legal move sequences of the given length, the
// usual check and benchmark of move generation. Like [Position.AppendMoves] it
// follows the rules of movement alone. A depth of 0 or less gives 1.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf moveBuffer
	n := p.generate(&buf, fullBoard, fullBoard, true)
	if depth == 1 {
		return uint64(n)
	}
	total := uint64(0)
	for _, m := range buf[:n] {
		u := p.Do(m)
		total += p.Perft(depth - 1)
		p.Undo(u)
	}
	return total
}
