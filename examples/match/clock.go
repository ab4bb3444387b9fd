package main

import (
	"fmt"
	"strings"
	"time"

	"example.com/shoshogi"
)

// timeControl says how long the engines may think. What is zero does not limit.
type timeControl struct {
	base, increment time.Duration // for the game, and added after each move
	byoyomi         time.Duration // for each move once the base is used up
	perMove         time.Duration // for each move, instead of the others
	depth, nodes    int           // of the search for a move
	margin          time.Duration // by how much an engine may overstep unpunished
	patience        time.Duration // for a move where no clock runs, and for answers other than moves
}

// validate refuses what cannot be meant.
func (tc timeControl) validate() error {
	switch {
	case tc.base < 0 || tc.increment < 0 || tc.byoyomi < 0 || tc.perMove < 0 || tc.depth < 0 || tc.nodes < 0 || tc.margin < 0:
		return fmt.Errorf("a time, depth or number of nodes below zero")
	case tc.perMove > 0 && (tc.base > 0 || tc.increment > 0 || tc.byoyomi > 0):
		return fmt.Errorf("-movetime goes with no other time")
	case tc.increment > 0 && tc.base == 0:
		return fmt.Errorf("-increment needs -time")
	case tc.increment > 0 && tc.byoyomi > 0:
		return fmt.Errorf("-increment and -byoyomi exclude each other")
	case tc.unlimited():
		return fmt.Errorf("nothing ends a search: give -time, -byoyomi, -movetime, -depth or -nodes")
	case tc.patience <= 0:
		return fmt.Errorf("-patience must be above zero")
	}
	return nil
}

func (tc timeControl) unlimited() bool { return !tc.timed() && tc.depth == 0 && tc.nodes == 0 }

func (tc timeControl) timed() bool { return tc.base > 0 || tc.byoyomi > 0 || tc.perMove > 0 }

// String describes the control as the header of a record does: "10s+100ms".
func (tc timeControl) String() string {
	var parts []string
	add := func(format string, set bool, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add("%v", tc.base > 0, tc.base)
	add("+%v", tc.increment > 0, tc.increment)
	add("byoyomi %v", tc.byoyomi > 0, tc.byoyomi)
	add("%v a move", tc.perMove > 0, tc.perMove)
	add("depth %d", tc.depth > 0, tc.depth)
	add("%d nodes", tc.nodes > 0, tc.nodes)
	return strings.ReplaceAll(strings.Join(parts, " "), " +", "+")
}

// clock keeps the time of both sides in a game.
type clock struct {
	timeControl
	left [2]time.Duration // of the base, by shoshogi.Color
}

func newClock(tc timeControl) *clock {
	return &clock{tc, [2]time.Duration{tc.base, tc.base}}
}

// allowance returns how long the side may think about its move.
func (c *clock) allowance(side shoshogi.Color) time.Duration {
	switch {
	case c.perMove > 0:
		return c.perMove
	case c.timed():
		return c.left[side] + c.byoyomi
	}
	return c.patience
}

// spend takes the time for a move and reports whether it was not too long.
func (c *clock) spend(side shoshogi.Color, spent time.Duration) bool {
	if spent > c.allowance(side)+c.margin {
		return false
	}
	if c.base > 0 {
		c.left[side] = max(c.left[side]-spent, 0) + c.increment
	}
	return true
}
