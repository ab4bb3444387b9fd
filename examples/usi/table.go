package main

import (
	"math/bits"

	"example.com/shoshogi"
)

// bound says what a stored score means.
type bound uint8

const (
	atMost  bound = iota + 1 // no move reached alpha
	atLeast                  // a move reached beta
	exact
)

// entry is what the table remembers of a position.
type entry struct {
	key   uint64 // Position.Hash
	move  shoshogi.Move
	score int16 // mates counted from this position
	depth int8
	bound bound // 0 in an empty entry
}

// settles reports whether the score answers the question of the window.
func (e *entry) settles(alpha, beta int) bool {
	return e.bound == exact || e.bound == atLeast && int(e.score) >= beta || e.bound == atMost && int(e.score) <= alpha
}

// table is the transposition table, one entry for each value of the lower bits of
// the key. What comes later takes the place of what was there.
type table []entry

// newTable returns a table of at most the given size in MiB.
func newTable(size int) table { return make(table, 1<<(bits.Len(uint(size)<<20/16)-1)) }

// probe returns what is known of a position ply moves from the root, if anything.
func (t table) probe(key uint64, ply int) entry {
	e := t[key&uint64(len(t)-1)]
	if e.key != key {
		return entry{}
	}
	e.score = shiftMate(int(e.score), -ply)
	return e
}

// store remembers a position.
func (t table) store(key uint64, m shoshogi.Move, score, depth, ply int, b bound) {
	t[key&uint64(len(t)-1)] = entry{key, m, shiftMate(score, ply), int8(depth), b}
}

// shiftMate makes a mate score count from a position ply moves nearer to the mate.
func shiftMate(score, ply int) int16 {
	if score > mateBound {
		score += ply
	} else if score < -mateBound {
		score -= ply
	}
	return int16(score)
}
