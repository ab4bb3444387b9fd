package shoshogi

import "testing"

// TestHashHitIsConfirmed gives an earlier position the hash of a later one: the
// game must see that they differ.
func TestHashHitIsConfirmed(t *testing.T) {
	g := NewGame(NewPosition(Sho()))
	play := func(text string) {
		t.Helper()
		if err := g.Play(MustParseMove(text)); err != nil {
			t.Fatal(err)
		}
	}
	play("7g7f")
	next := g.pos
	next.Do(MustParseMove("3c3d"))
	for i := range g.moments {
		g.moments[i].hash = next.Hash()
	}
	g.growBuckets()
	play("3c3d")
	if g.Repetitions() != 1 {
		t.Errorf("a position that has only the hash of two others counts as their repetition number %d", g.Repetitions())
	}
	for _, m := range []string{"2h3h", "8b7b", "3h2h", "7b8b"} {
		play(m)
	}
	if g.Repetitions() != 2 {
		t.Errorf("a position that recurs counts %d times among false hits", g.Repetitions())
	}
}
