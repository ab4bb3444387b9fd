package shoshogi_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	. "example.com/shoshogi"
)

// Cases on the edges of rules and limits, each with the case just beyond.

// TestRoyalIsNeverTaken passes out of check: the king that is left there cannot be
// taken where check must be met, and can where it may be ignored.
func TestRoyalIsNeverTaken(t *testing.T) {
	take := MustParseMove("5i5a")
	for _, c := range []struct {
		rules string
		taken bool
	}{{"sho", false}, {"sho-federation", true}} {
		p := MustParseSFEN(MustParseRules(c.rules), "4k4/9/9/9/9/9/9/9/4R3K w - 1")
		p.Pass()
		if err := p.ValidateMove(take); (err == nil) != c.taken || !c.taken && err != NoSuchMove {
			t.Errorf("%s: %v is refused with %v", c.rules, take, err)
		}
		if got := slices.Contains(p.LegalMoves(), take); got != c.taken {
			t.Errorf("%s: %v is listed: %v", c.rules, take, got)
		}
	}
}

// TestPawnDropStalemate drops a pawn that leaves the other side without a move but
// not in check, which no rule forbids.
func TestPawnDropStalemate(t *testing.T) {
	p := MustParseSFEN(Shogi(), "8k/9/7G1/9/9/9/9/9/4K4 b P 1")
	if err := p.Play(MustParseMove("P*2b")); err != nil {
		t.Fatal(err)
	}
	if got, want := p.Outcome(), (Outcome{BlackWins, ByNoMoves}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSame changes one thing at a time.
func TestSame(t *testing.T) {
	const board = "4k4/9/9/9/9/9/9/9/3GK4"
	p := MustParseSFEN(Shogi(), board+" b P2p 5")
	for _, c := range []struct {
		name  string
		rules Rules
		sfen  string
		same  bool
	}{
		{"nothing", Shogi(), board + " b P2p 5", true},
		{"ply", Shogi(), board + " b P2p 6", true},
		{"side", Shogi(), board + " w P2p 5", false},
		{"Black's hand", Shogi(), board + " b 2P2p 5", false},
		{"White's hand", Shogi(), board + " b Pp 5", false},
		{"hands exchanged", Shogi(), board + " b 2Pp 5", false},
		{"rules", Asakura(), board + " b P2p 5", false},
		{"board", Shogi(), "4k4/9/9/9/9/9/9/9/2G1K4 b P2p 5", false},
		{"owner of a piece", Shogi(), "4k4/9/9/9/9/9/9/9/3gK4 b P2p 5", false},
	} {
		q := MustParseSFEN(c.rules, c.sfen)
		if p.Same(q) != c.same || q.Same(p) != c.same || (p.Hash() == q.Hash()) != c.same {
			t.Errorf("other %s: Same %v, hashes %x and %x", c.name, p.Same(q), p.Hash(), q.Hash())
		}
	}
}

// TestLonePieceInHand tests that what is in hand counts as a piece of the side that
// a bare king faces.
func TestLonePieceInHand(t *testing.T) {
	rules := MustParseRules("sho,drops=PLNSGBREFK,bare-king=loses-to-lone-piece")
	lone := Outcome{WhiteWins, ByBareKing}
	for _, c := range []struct {
		sfen string
		want Outcome
	}{
		{"4k4/9/9/4p4/9/9/9/9/4K4 b - 1", lone},
		{"4k4/9/9/9/9/9/9/9/4K4 b p 1", lone},
		{"4k4/9/9/9/9/9/9/9/4K4 b 2p 1", Outcome{}},
		{"4k4/9/9/9/9/9/9/9/4K4 b gp 1", Outcome{}},
		{"4k4/9/9/4p4/9/9/9/9/4K4 b p 1", Outcome{}},
		{"4k4/9/9/4p4/9/9/9/9/4K4 b g 1", Outcome{}},
		{"4k4/9/9/4p4/4p4/9/9/9/4K4 b - 1", Outcome{}},
	} {
		p := MustParseSFEN(rules, c.sfen)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %v, want %v", c.sfen, got, c.want)
		}
	}
	// A king in hand is a piece as well.
	rules.Start = "4k4/9/9/9/9/9/9/9/4K4 b k 1"
	if got := NewPosition(rules).Outcome(); got != lone {
		t.Errorf("with a king in hand: %v, want %v", got, lone)
	}
}

// crowd returns rules whose start has the given pieces of Black besides a king of
// each side, in the rows below White's king.
func crowd(counts map[Kind]int) Rules {
	s := Setup{}
	squares := MustParseSFEN(Sho(), "k8/9/9/9/9/9/9/9/8K b - 1").Board()
	next := SquareAt(9, 9)
	s.Board[SquareAt(9, 1)], s.Board[SquareAt(1, 9)] = NewPiece(King, White), NewPiece(King, Black)
	for k := Pawn; k <= King; k++ {
		for range counts[k] {
			for s.Board[next] != NoPiece || !squares.Has(next) {
				next--
			}
			s.Board[next] = NewPiece(k, Black)
		}
	}
	r := ShoChu()
	r.Start = setupSFEN(s)
	return r
}

// setupSFEN writes a setup on a board of 9×9 with empty hands.
func setupSFEN(s Setup) string {
	var rows []string
	for rank := 1; rank <= 9; rank++ {
		var row strings.Builder
		for file := 9; file >= 1; file-- {
			if pc := s.Board[SquareAt(file, rank)]; pc != NoPiece {
				row.WriteString(pc.String())
			} else {
				row.WriteString("1")
			}
		}
		rows = append(rows, digitsJoined(row.String()))
	}
	return strings.Join(rows, "/") + " b - 1"
}

// digitsJoined writes runs of empty squares as their lengths.
func digitsJoined(row string) string {
	for n := 9; n > 1; n-- {
		row = strings.ReplaceAll(row, strings.Repeat("1", n), string(rune('0'+n)))
	}
	return row
}

// TestMaxMovesBound tests from which number of pieces on rules are refused because
// a position could have more than MaxMoves moves: the most that a piece of each
// kind can have, with and without promotion, add up to that number or go beyond.
func TestMaxMovesBound(t *testing.T) {
	most := map[Kind]int{Pawn: 6, Lance: 16, Knight: 6, Silver: 10, Gold: 6, Bishop: 32, Rook: 32, Elephant: 14, Leopard: 16}
	const kings = 2 * 8
	for k, moves := range most {
		for _, total := range []int{MaxMoves, MaxMoves + 2} {
			counts := map[Kind]int{}
			left := total - kings
			for left > 0 && counts[k] < 3 {
				counts[k]++
				left -= moves
			}
			// Fill up with rooks, then silvers and golds, which make any even rest.
			for left >= most[Rook]+24 {
				counts[Rook]++
				left -= most[Rook]
			}
			for left%most[Gold] != 0 {
				counts[Silver]++
				left -= most[Silver]
			}
			counts[Gold] += left / most[Gold]
			checkBound(t, crowd(counts), total == MaxMoves)
		}
	}
	// With drops each kind in hand can go to each square, and a piece on the board
	// takes one from each.
	dropped := crowd(map[Kind]int{Rook: 29, Lance: 2})
	dropped.Drops = KindsOf(Pawn)
	checkBound(t, dropped, true) // 81 + 2*7 + 29*31 + 2*15
	dropped = crowd(map[Kind]int{Rook: 29, Lance: 2, Gold: 1})
	dropped.Drops = KindsOf(Pawn)
	checkBound(t, dropped, false)
}

func checkBound(t *testing.T, r Rules, fits bool) {
	t.Helper()
	err := r.Validate()
	if fits && err != nil {
		t.Errorf("%s: %v", r.Start, err)
	}
	if !fits && (err == nil || !strings.Contains(err.Error(), "moves")) {
		t.Errorf("%s is accepted: %v", r.Start, err)
	}
}

// TestMostPiecesOfKind tests the limit of 63 pieces of a kind.
func TestMostPiecesOfKind(t *testing.T) {
	for _, k := range []Kind{Pawn, Gold, King} {
		for _, n := range []int{63, 64} {
			black := n
			if k == King {
				black -= 2
			}
			r := crowd(map[Kind]int{k: black})
			if k == King {
				r.Drops = KindsOf(King)
			}
			err := r.Validate()
			if (err == nil) != (n == 63) {
				t.Errorf("%d of %v: %v", n, k, err)
			}
		}
	}
}

// TestShapeOfStart tests the limits of the board's shape; the boards are at fault in
// nothing else.
func TestShapeOfStart(t *testing.T) {
	for _, c := range []struct {
		start string
		fits  bool
	}{
		{"k3/4/3K b - 1", true},
		{"k3/3K b - 1", false},
		{"k2K b - 1", false},
		{"k/1/1/1/1/1/1/1/K b - 1", true},
		{"k/1/1/1/1/1/1/1/1/K b - 1", false},
		{"kppppppppp/55/9K b - 1", false},
		{"9/k8/8K b - 1", true},
		{"1k/2/1K b - 1", true},
		{"", true},
		{"/k/K b - 1", false},
	} {
		r := Rules{Start: c.start, Check: MayIgnore}
		err := r.Validate()
		if (err == nil) != c.fits || !c.fits && !strings.Contains(err.Error(), "3 to 9 ranks and 1 to 9 files") {
			t.Errorf("%q: %v", c.start, err)
		}
	}
}

// TestWordsOfSFENFaults tests what the errors say, where a neighbouring fault would
// be refused too but explained otherwise.
func TestWordsOfSFENFaults(t *testing.T) {
	const empty = "4k4/9/9/9/9/9/9/9/4K4"
	for _, c := range []struct{ sfen, want string }{
		{empty, "the text ends before the side to move"},
		{empty + ",b", "want a blank and the side to move"},
		{"4k4-9/9/9/9/9/9/9/4K4 b - 1", "want a slash after row 1 of"},
		{"4k4/9/9/9/9/9/9/9-4K4 b - 1", "want a slash after row 8 of"},
		{"4k40/9/9/9/9/9/9/9/4K4 b - 1", "row 1 has more than 9 squares"},
		{"4k49/9/9/9/9/9/9/9/4K4 b - 1", "row 1 has more than 9 squares"},
		{empty + " b 82P 1", "a hand holds 1 to 81 pieces of a kind"},
		{empty + " b - 134217728", "is above 134217727"},
	} {
		_, err := ParseSFEN(Asakura(), c.sfen)
		var fault *ParseError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.sfen, err, c.want)
		}
	}
	var impossible *SetupError
	if _, err := ParseSFEN(Asakura(), empty+" b 81P 1"); !errors.As(err, &impossible) {
		t.Errorf("81 pawns: %v, want a *SetupError", err)
	}
	if p, err := ParseSFEN(Asakura(), empty+" b - 134217727"); err != nil || p.Ply() != 134217727 {
		t.Errorf("the largest ply: %v, %v", p, err)
	}
}

// TestTextsJustBeyond tests texts that the numbers after the last valid value print
// as, and values at the lower end.
func TestTextsJustBeyond(t *testing.T) {
	beyond := Kind(0)
	for k := Kind(1); k != 0; k++ {
		if !k.Valid() {
			beyond = k
			break
		}
	}
	for _, text := range []string{Piece(beyond << 1).String(), Piece(beyond<<1 | 1).String()} {
		if pc, err := ParsePiece(text); err == nil {
			t.Errorf("%q reads as %#v", text, pc)
		}
	}
	if k, err := ParseKind(beyond.String()); err == nil {
		t.Errorf("%q reads as %#v", beyond.String(), k)
	}
	if r, err := ParseRules("sho,count=0,cycles=0"); err != nil || r != Sho() {
		t.Errorf("a count of 0: %v, %v", r, err)
	}
	// Of presets with as few differences the first is named.
	r := ShoModern()
	r.Compulsory = Never
	if got, want := r.String(), "sho-modern,compulsory=never"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSetupBounds tests the limits of a setup.
func TestSetupBounds(t *testing.T) {
	const largest = 134217727
	for _, c := range []struct {
		ply int
		bad bool
	}{{0, false}, {1, false}, {largest, false}, {largest + 1, true}, {-1, true}} {
		s := NewPosition(Sho()).Setup()
		s.Ply = c.ply
		p, err := s.Position(Sho())
		var fault *SetupError
		switch {
		case c.bad && (!errors.As(err, &fault) || fault.Faults[0].Problem != InvalidPly):
			t.Errorf("ply %d: %v", c.ply, err)
		case !c.bad && (err != nil || p.Ply() != max(c.ply, 1)):
			t.Errorf("ply %d: %v, %v", c.ply, p, err)
		}
	}
	kings := MustParseRules("asakura,drops=PLNSGBRK")
	if _, err := ParseSFEN(kings, "4k4/9/9/9/9/9/9/9/3KK4 b - 1"); err == nil || !strings.Contains(err.Error(), "3 pieces of kind K") {
		t.Errorf("three kings: %v", err)
	}
}

// TestMust tests that the functions that may panic do so for a bad text alone.
func TestMust(t *testing.T) {
	for name, must := range map[string]func(bad string) (good bool){
		"MustParseMove":   func(bad string) bool { return MustParseMove("7g7f"+bad).To() == SquareAt(7, 6) },
		"MustParseSquare": func(bad string) bool { return MustParseSquare("7g"+bad) == SquareAt(7, 7) },
		"MustParseUSI":    func(bad string) bool { return MustParseUSI(Sho(), "startpos moves 7g7f"+bad).Len() == 1 },
		"MustParsePiece":  func(bad string) bool { return MustParsePiece("+e"+bad) == NewPiece(Prince, White) },
		"MustParseRules":  func(bad string) bool { return MustParseRules("asakura"+bad) == Asakura() },
		"MustParseSFEN": func(bad string) bool {
			return *MustParseSFEN(Heian(), Heian().Start+bad) == *NewPosition(Heian())
		},
		"NewPosition": func(bad string) bool {
			return NewPosition(Rules{Start: Shogi().Start + bad}).Pieces(Black, Rook).Len() == 1
		},
	} {
		if !must("") {
			t.Errorf("%s returns something else", name)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			must("?")
		}()
	}
}

// TestWrittenHead tests what of a record's head and summary is written how.
func TestWrittenHead(t *testing.T) {
	handicap, err := ParseKIF("手合割：香落ち\n   1 ３四歩(33)\n   2 投了\n", Shogi())
	if err != nil {
		t.Fatal(err)
	}
	white := &Record{Rules: Shogi(), Start: MustParseSFEN(Shogi(), "4k4/9/9/9/9/9/9/9/4K4 w - 1")}
	if err := white.Cursor().End(Outcome{BlackWins, ByResignation}); err != nil {
		t.Fatal(err)
	}
	last := &Record{Rules: Shogi(), LastMove: "△３四歩"}
	flag := &Record{Rules: Shogi(), Headers: []Header{{Key: "盤面回転"}, {Key: "備考"}}}
	for _, c := range []struct {
		name     string
		rec      *Record
		has, not string
	}{
		{"handicap", handicap, "まで1手で上手の勝ち\n", "後手"},
		{"White to move", white, "まで0手で先手の勝ち\n", "下手"},
		{"last move", last, "３四歩", "３四歩(33)"},
		{"flag", flag, "\n盤面回転\n", "盤面回転："},
		{"empty header", flag, "\n備考：\n", "備考\n"},
	} {
		text := written(t, recordFormats[0].write, c.rec)
		if !strings.Contains(text, c.has) || strings.Contains(text, c.not) {
			t.Errorf("%s: written as\n%s\nwant %q and not %q", c.name, text, c.has, c.not)
		}
		back, err := ParseKIF(text, Shogi())
		if err != nil || back.LastMove != c.rec.LastMove || !slices.Equal(back.Headers, c.rec.Headers) {
			t.Errorf("%s: reads as %+v, %v", c.name, back, err)
		}
	}
}

// TestChangedTime changes the time of a move whose file gave a total as well: what the
// file said is not written any more.
func TestChangedTime(t *testing.T) {
	const text = "手合割：平手\n   1 ７六歩(77) ( 0:07/11:11:11)\n"
	rec, err := ParseKIF(text, Shogi())
	if err != nil || rec.Next[0].Time != 7*time.Second || rec.Next[0].TimeText != "( 0:07/11:11:11)" {
		t.Fatalf("%+v, %v", rec, err)
	}
	for _, c := range []struct {
		time time.Duration
		want string
	}{{7 * time.Second, "( 0:07/11:11:11)"}, {5 * time.Second, "( 0:05/00:00:05)"}} {
		rec.Next[0].Time = c.time
		if got := written(t, recordFormats[0].write, rec); !strings.Contains(got, c.want) {
			t.Errorf("%v is written as\n%s\nwant %q", c.time, got, c.want)
		}
	}
	rec.Next[0].TimeText = "no time"
	if got := written(t, recordFormats[0].write, rec); !strings.Contains(got, "( 0:05/00:00:05)") {
		t.Errorf("written as\n%s", got)
	}
}
