package shoshogi

// snapshotDistance is how many moves lie between two positions that a game keeps
// whole, so that any of its positions is never more moves away.
const snapshotDistance = 32

// remember adds the present position to the history. same is the index of the
// latest earlier moment of the same position, -1 if there is none.
func (g *Game) remember(u Undo, hash uint64, same int) {
	if len(g.moments) >= len(g.buckets) {
		g.growBuckets()
	}
	bucket := &g.buckets[hash&uint64(len(g.buckets)-1)]
	m := moment{hash: hash, undo: u, bucket: *bucket, same: int32(same), ordinal: 1}
	if same >= 0 {
		m.ordinal = g.moments[same].ordinal + 1
	}
	if len(g.moments)%snapshotDistance == 0 {
		g.snapshots = append(g.snapshots, g.pos)
	}
	g.moments = append(g.moments, m)
	*bucket = int32(len(g.moments))
	if g.isRipe(m) {
		g.ripe++
	}
}

// growBuckets doubles the number of buckets, so that a look-up stays as cheap in
// a long game as in a short one.
func (g *Game) growBuckets() {
	g.buckets = make([]int32, max(2*len(g.buckets), 64))
	for i := range g.moments {
		bucket := &g.buckets[g.moments[i].hash&uint64(len(g.buckets)-1)]
		g.moments[i].bucket = *bucket
		*bucket = int32(i + 1)
	}
}

// earlier returns the index of the latest moment at which the position p stood,
// or -1. p has the given hash and came about by the move of u, which is not yet
// remembered. Equal hashes are confirmed by comparing the positions.
func (g *Game) earlier(p *Position, u Undo, hash uint64) int {
	for i := g.buckets[hash&uint64(len(g.buckets)-1)]; i != 0; i = g.moments[i-1].bucket {
		if g.moments[i-1].hash != hash {
			continue
		}
		if q := g.before(p, u, int(i-1)); q.Same(p) {
			return int(i - 1)
		}
	}
	return -1
}

// before returns the n-th position of the game, given the position p after the
// move of u, which is not yet remembered.
func (g *Game) before(p *Position, u Undo, n int) Position {
	i := (n + snapshotDistance - 1) / snapshotDistance
	from := i * snapshotDistance
	var q Position
	if i < len(g.snapshots) {
		q = g.snapshots[i]
	} else {
		q = *p
		q.Undo(u)
		from = g.Len()
	}
	for ; from > n; from-- {
		q.Undo(g.moments[from].undo)
	}
	return q
}

// ruling is what the repetition rule says of a move.
type ruling struct {
	forbidden bool
	outcome   Outcome
}

// repetition returns what the rule says of the move of u, which led to p and is
// not yet remembered; same is what earlier returned for it.
func (g *Game) repetition(p *Position, u Undo, same int) ruling {
	r := &p.rulesOf().rules.Repetition
	first := g.countedFrom(r.count(), same)
	if first < 0 && r.Cycles > 0 {
		first = g.cycledFrom(r.Cycles, u.Move())
	}
	if first < 0 {
		return ruling{}
	}
	return r.rule(p.turn.Other(), g.conduct(p, u, first, r.Attacker))
}

// count returns the occurrence that triggers the rule, 0 if none does.
func (r *Repetition) count() int {
	if r.Count == 0 && r.Cycles == 0 {
		return 4
	}
	return r.Count
}

// countedFrom returns the index of the first of the count latest occurrences of
// the position that a move has just brought about, -1 if there are fewer. same
// is the index of the latest one before it.
func (g *Game) countedFrom(count, same int) int {
	if count == 0 || same < 0 || int(g.moments[same].ordinal)+1 < count {
		return -1
	}
	for range count - 2 {
		same = int(g.moments[same].same)
	}
	return same
}

// cycledFrom returns the index of the position from which the moves played, with
// m after them, are the same sequence of an even number of moves the given number
// of times in a row, -1 if they are not.
func (g *Game) cycledFrom(cycles int, m Move) int {
	played := g.Len() + 1
	for length := 2; length <= played/cycles; length += 2 {
		if g.cycles(cycles, length, m) {
			return played - cycles*length
		}
	}
	return -1
}

func (g *Game) cycles(cycles, length int, m Move) bool {
	last := g.Len() + 1
	if g.moments[last-length].undo.Move() != m {
		return false
	}
	for i := last - 1; i > last-(cycles-1)*length; i-- {
		if g.moments[i].undo.Move() != g.moments[i-length].undo.Move() {
			return false
		}
	}
	return true
}

// conduct says of each side whether each of its moves in a repetition gave
// check, and whether each attacked an enemy piece with the piece moved.
type conduct struct {
	checks, attacks [2]bool
}

// conduct looks at the moves from the first-th position to p, the last of which
// is that of u; at attacks only if attacker says so. It stops where there is nothing
// more to find out, which is soon in most repetitions, however far they reach back.
func (g *Game) conduct(p *Position, u Undo, first int, attacker bool) conduct {
	c := conduct{checks: [2]bool{true, true}, attacks: [2]bool{attacker, attacker}}
	q := *p
	for i := g.Len(); ; i-- {
		mover := q.turn.Other()
		c.checks[mover] = c.checks[mover] && q.InCheck()
		c.attacks[mover] = c.attacks[mover] && q.attacksEnemy(u.Move().To())
		q.Undo(u)
		if i == first || c == (conduct{}) {
			return c
		}
		u = g.moments[i].undo
	}
}

// attacksEnemy reports whether the piece on sq attacks a piece of the other side.
func (p *Position) attacksEnemy(sq Square) bool {
	pc := p.At(sq)
	occupied := p.occupied()
	return p.pieceTargets(pc, sq, occupied, innerFiles(occupied)).meets(p.sets[pc.Color().Other()])
}

// rule applies the reading to a repetition that mover completes.
func (r *Repetition) rule(mover Color, c conduct) ruling {
	if r.Perpetual != Ignored && c.checks[Black] != c.checks[White] {
		checker := White
		if c.checks[Black] {
			checker = Black
		}
		if r.Perpetual == CheckerDeviates {
			return ruling{forbidden: mover == checker}
		}
		return ruling{outcome: Outcome{winFor(checker.Other()), ByPerpetualCheck}}
	}
	if r.Attacker && c.attacks[Black] != c.attacks[White] {
		return ruling{forbidden: c.attacks[mover]}
	}
	switch r.Verdict {
	case Forbidden:
		return ruling{forbidden: true}
	case Draws:
		return ruling{outcome: Outcome{Draw, ByRepetition}}
	case Loses:
		return ruling{outcome: Outcome{winFor(mover.Other()), ByRepetition}}
	}
	return ruling{}
}

// isRipe reports whether one more occurrence of the position of m would trigger
// the rule.
func (g *Game) isRipe(m moment) bool {
	count := g.pos.rulesOf().rules.Repetition.count()
	return count > 0 && int(m.ordinal) >= count-1
}

// mayForbid reports whether a move of the side to move could be forbidden. It is
// quick and errs on the side of true.
func (g *Game) mayForbid() bool {
	r := &g.pos.rulesOf().rules.Repetition
	if r.Verdict != Forbidden && r.Perpetual != CheckerDeviates && !r.Attacker {
		return false
	}
	return g.ripe > 0 || r.Cycles > 0 && g.Len()+1 >= 2*r.Cycles
}

// forbids reports whether the repetition rule forbids m, which the position
// allows.
func (g *Game) forbids(m Move) bool {
	p := g.pos
	u := p.Do(m)
	return g.repetition(&p, u, g.earlier(&p, u, p.Hash())).forbidden
}

// stuck reports whether repetition forbids every move that the position allows.
func (g *Game) stuck() bool {
	if !g.mayForbid() {
		return false
	}
	for m := range g.pos.Moves() {
		if !g.forbids(m) {
			return false
		}
	}
	return true
}
