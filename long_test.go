package shoshogi_test

import "flag"

var long = flag.Bool("long", false, "run the long forms of the tests too")

// rounds returns how often a random test repeats itself.
func rounds() int {
	if *long {
		return 20
	}
	return 1
}
