package shoshogi_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"

	"example.com/shoshogi"
)

// A first program: start a game, look at it, make a move.
func Example() {
	g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))
	if err := g.Play(shoshogi.MustParseMove("7g7f")); err != nil {
		fmt.Println(err)
		return
	}
	p := g.Position()
	fmt.Println(p.SFEN())
	fmt.Println(len(p.LegalMoves()), "moves,", g.Outcome())
	// Output:
	// lnsgkgsnl/1r2e2b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B2E2R1/LNSGKGSNL w - 2
	// 26 moves, undecided
}

// The drunk elephant may go to six squares, but not straight back.
func ExamplePosition_AppendMovesFrom() {
	p := shoshogi.MustParseSFEN(shoshogi.Sho(), "4k4/9/9/9/4E4/9/9/9/4K4 b - 1")
	for _, m := range p.AppendMovesFrom(nil, shoshogi.SquareAt(5, 5)) {
		fmt.Print(m.To(), " ")
	}
	fmt.Println()
	// Output: 5d 6d 4d 6e 4e 6f 4f
}

// List the legal moves into a buffer that is used again and again.
func ExamplePosition_AppendMoves() {
	p := shoshogi.NewPosition(shoshogi.Asakura())
	buf := make([]shoshogi.Move, 0, shoshogi.MaxMoves)
	for range 3 {
		buf = p.AppendMoves(buf[:0])
		fmt.Println(len(buf), "moves, among them", slices.Min(buf))
		p.Do(slices.Min(buf))
	}
	// Output:
	// 26 moves, among them 1g1f
	// 26 moves, among them 1a1b
	// 28 moves, among them 1f1e
}

// Search makes moves with Do, without a check, and takes them back with Undo.
func ExamplePosition_Do() {
	p := shoshogi.NewPosition(shoshogi.Sho())
	before := *p
	replies := map[int]int{}
	for m := range p.Moves() {
		u := p.Do(m)
		replies[p.CountMoves()]++
		p.Undo(u)
	}
	fmt.Println(replies, *p == before)
	// Output: map[26:26] true
}

// Rules are data: take a preset and change what you read differently.
func ExampleRules() {
	r := shoshogi.Sho()
	r.Compulsory = shoshogi.WhenStuck
	r.Repetition.Cycles = 3
	fmt.Println(r, "is", r.Name())

	r.Drops = shoshogi.KindsOf(shoshogi.Pawn, shoshogi.Prince)
	r.Repetition.Count = 1
	fmt.Println(r.Validate())
	// Output:
	// sho,compulsory=when-stuck,cycles=3 is custom
	// invalid rules: Drops: the promoted kind +E cannot be dropped; Repetition.Count: 1 is neither 0 nor at least 2
}

// Rules work as a command-line flag.
func ExampleParseRules() {
	var rules shoshogi.Rules
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.TextVar(&rules, "rules", shoshogi.Sho(), "the `rules` to play by")
	if err := flags.Parse([]string{"-rules", "asakura,repetition=forbidden"}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(rules.Drops, rules.Repetition.Verdict)

	_, err := shoshogi.ParseRules("asakura,drop=P")
	fmt.Println(err)
	// Output:
	// PLNSGBR forbidden
	// rules: column 9: there is no key "drop": "asakura,drop=P"
}

// In Asakura shogi captured pieces may be dropped, but never the elephant.
func ExampleAsakura() {
	p := shoshogi.MustParseSFEN(shoshogi.Asakura(), "4k4/9/9/9/4e4/4S4/9/9/4K4 b P 1")
	if err := p.Play(shoshogi.MustParseMove("5f5e")); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.Hand(shoshogi.Black, shoshogi.Elephant), "elephants,", p.Hand(shoshogi.Black, shoshogi.Pawn), "pawn in hand")
	p.Pass()
	fmt.Println(len(p.AppendMovesFrom(nil, shoshogi.NoSquare)), "drops")
	fmt.Println(p.ValidateMove(shoshogi.MustParseMove("P*1a")))
	// Output:
	// 0 elephants, 1 pawn in hand
	// 70 drops
	// drop not allowed
}

// A transposition table keyed by the hash. Where a false hit would do harm, keep
// the position and confirm with Same.
func ExamplePosition_Hash() {
	type entry struct {
		position shoshogi.Position
		moves    int
	}
	table := map[uint64]entry{}
	p := shoshogi.NewPosition(shoshogi.Sho())
	look := func(line ...string) {
		q := *p
		for _, m := range line {
			q.Do(shoshogi.MustParseMove(m))
		}
		e, known := table[q.Hash()]
		if known = known && e.position.Same(&q); !known {
			table[q.Hash()] = entry{q, q.CountMoves()}
		}
		fmt.Println(line, "known:", known)
	}
	look("7g7f", "3c3d", "2g2f")
	look("2g2f", "3c3d", "7g7f")
	// Output:
	// [7g7f 3c3d 2g2f] known: false
	// [2g2f 3c3d 7g7f] known: true
}

// A game tells who has won and why.
func ExampleGame_Outcome() {
	// The gold takes the last piece of White besides the king: a bare king loses.
	g := shoshogi.NewGame(shoshogi.MustParseSFEN(shoshogi.Sho(), "4k4/9/9/9/4p4/4G4/9/9/4K4 b - 1"))
	fmt.Println(g.Outcome())
	if err := g.Play(shoshogi.MustParseMove("5f5e")); err != nil {
		fmt.Println(err)
	}
	o := g.Outcome()
	winner, won := o.Winner()
	fmt.Println(o, winner == shoshogi.Black, won, o.Reason == shoshogi.ByBareKing)
	// Output:
	// undecided
	// Black wins by bare king true true true
}

// Repetition needs the history, so it is the game that knows it. Under the rules
// of Sho the move that would bring a position about for the fourth time is not
// legal.
func ExampleGame_Play() {
	g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))
	var err error
	for i := 0; err == nil; i++ {
		err = g.Play(shoshogi.MustParseMove([]string{"6i6h", "4a4b", "6h6i", "4b4a"}[i%4]))
	}
	fmt.Println(g.Len(), "moves played, position seen", g.Repetitions(), "times")
	fmt.Println(errors.Is(err, shoshogi.Repeats), errors.Is(err, shoshogi.ErrIllegalMove))
	// Output:
	// 11 moves played, position seen 3 times
	// true true
}

// End records what is no move: resignation, time, agreement.
func ExampleGame_End() {
	g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))
	if err := g.End(shoshogi.Outcome{Result: shoshogi.WhiteWins, Reason: shoshogi.ByResignation}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(g.Outcome())
	fmt.Println(errors.Is(g.Play(shoshogi.MustParseMove("7g7f")), shoshogi.GameOver))
	// Output:
	// White wins by resignation
	// true
}

// Errors are values that a program can switch on.
func ExamplePosition_ValidateMove() {
	p := shoshogi.MustParseSFEN(shoshogi.Shogi(), "4k4/9/9/9/4r4/9/4G4/9/4K4 b - 1")
	for _, text := range []string{"5g5f", "5g4f", "5g5f+", "P*5f"} {
		switch err := p.ValidateMove(shoshogi.MustParseMove(text)); err {
		case nil:
			fmt.Println(text, "is legal")
		case shoshogi.LeavesCheck:
			fmt.Println(text, "leaves the king to the rook")
		default:
			fmt.Println(text, "is illegal:", err)
		}
	}
	// Output:
	// 5g5f is legal
	// 5g4f leaves the king to the rook
	// 5g5f+ is illegal: piece cannot promote
	// P*5f is illegal: not in hand
}

// A text that is wrong says where.
func ExampleParseSFEN() {
	_, err := shoshogi.ParseSFEN(shoshogi.Sho(), "lnsgkgsnl/1r2e2b1/pppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1")
	var e *shoshogi.ParseError
	if errors.As(err, &e) {
		fmt.Printf("offset %d: %v\n", e.Offset, e.Err)
	}
	// A well-formed text may describe an impossible position: all faults come at once.
	_, err = shoshogi.ParseSFEN(shoshogi.Sho(), "4k4/4R4/9/9/9/9/9/9/4K4 b RP 1")
	fmt.Println(err)
	// Output:
	// offset 26: row 3 has only 8 of 9 squares
	// impossible position: P in hand: this kind cannot be dropped under the rules; R in hand: this kind cannot be dropped under the rules
}

// USI lines carry whole games.
func ExampleParseUSI() {
	g, err := shoshogi.ParseUSI(shoshogi.Sho(), "position startpos moves 7g7f 3c3d")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.USI())

	_, err = shoshogi.ParseUSI(shoshogi.Sho(), "startpos moves 7g7f 7g7f")
	fmt.Println(err)
	// Output:
	// startpos moves 7g7f 3c3d
	// USI: column 21: illegal move 7g7f: no such move (in lnsgkgsnl/1r2e2b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B2E2R1/LNSGKGSNL w - 2): "7g7f"
}

// Perft counts move sequences, the usual check of move generation.
func ExamplePosition_Perft() {
	p := shoshogi.NewPosition(shoshogi.ShoModern())
	for depth := range 5 {
		fmt.Print(p.Perft(depth), " ")
	}
	fmt.Println()
	// Output: 1 26 676 17368 445372
}

// Edit a position freely; the way back to a Position checks everything.
func ExampleSetup() {
	s := shoshogi.NewPosition(shoshogi.Sho()).Setup()
	s.Board[shoshogi.SquareAt(5, 8)] = shoshogi.NoPiece // take Black's elephant away
	s.Turn = shoshogi.White
	p, err := s.Position(shoshogi.Sho())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.SFEN())

	s.Board[shoshogi.SquareAt(5, 9)] = shoshogi.NewPiece(shoshogi.Rook, shoshogi.White)
	_, err = s.Position(shoshogi.Sho())
	var e *shoshogi.SetupError
	if errors.As(err, &e) {
		for _, fault := range e.Faults {
			fmt.Println(fault.Problem, fault.Count, fault.Limit)
		}
	}
	// Output:
	// lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
	// too many pieces 3 2
}

// The small types are text in JSON.
func ExampleMove_MarshalText() {
	data, err := json.Marshal(map[string]any{
		"move":   shoshogi.MustParseMove("8h2b+"),
		"square": shoshogi.SquareAt(7, 6),
		"piece":  shoshogi.NewPiece(shoshogi.Prince, shoshogi.White),
		"rules":  shoshogi.Asakura(),
	})
	fmt.Println(string(data), err)
	// Output: {"move":"8h2b+","piece":"+e","rules":"asakura","square":"7f"} <nil>
}

// Count what attacks each square of a rank.
func ExamplePosition_Attackers() {
	p := shoshogi.NewPosition(shoshogi.Sho())
	attacked := map[string]int{}
	for file := 9; file >= 1; file-- {
		sq := shoshogi.SquareAt(file, 7)
		if n := p.Attackers(sq, shoshogi.Black).Len(); n > 1 {
			attacked[sq.String()] = n
		}
	}
	fmt.Println(slices.Sorted(maps.Keys(attacked)))
	fmt.Println(p.Attackers(shoshogi.SquareAt(5, 7), shoshogi.Black))
	// Output:
	// [1g 7g 9g]
	// 5h
}
