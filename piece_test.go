package shoshogi_test

import (
	"slices"
	"testing"

	. "example.com/shoshogi"
)

// TestKinds has the table of the pieces, written from the books and not from the
// program.
func TestKinds(t *testing.T) {
	table := []struct {
		kind                    Kind
		letter, kanji, japanese string
		promoted                Kind
		royal                   bool
	}{
		{Pawn, "P", "歩兵", "歩", PromotedPawn, false},
		{Lance, "L", "香車", "香", PromotedLance, false},
		{Knight, "N", "桂馬", "桂", PromotedKnight, false},
		{Silver, "S", "銀将", "銀", PromotedSilver, false},
		{Gold, "G", "金将", "金", PromotedGold, false},
		{Bishop, "B", "角行", "角", Horse, false},
		{Rook, "R", "飛車", "飛", Dragon, false},
		{Elephant, "E", "醉象", "象", Prince, false},
		{Leopard, "F", "猛豹", "豹", PromotedLeopard, false},
		{King, "K", "玉将", "玉", NoKind, true},
		{PromotedPawn, "+P", "と金", "と", NoKind, false},
		{PromotedLance, "+L", "成香", "杏", NoKind, false},
		{PromotedKnight, "+N", "成桂", "圭", NoKind, false},
		{PromotedSilver, "+S", "成銀", "全", NoKind, false},
		{PromotedGold, "+G", "金飛車", "金飛車", NoKind, false},
		{Horse, "+B", "龍馬", "馬", NoKind, false},
		{Dragon, "+R", "龍王", "龍", NoKind, false},
		{Prince, "+E", "太子", "太", NoKind, true},
		{PromotedLeopard, "+F", "小角", "小角", NoKind, false},
	}
	for i, row := range table {
		k := row.kind
		if int(k) != i+1 || !k.Valid() {
			t.Errorf("%v is number %d, want %d", k, k, i+1)
		}
		if k.String() != row.letter || k.Kanji() != row.kanji || k.Japanese() != row.japanese || k.English() == "" {
			t.Errorf("%v is called %q, %q and %q, want %q and %q", k, k.Kanji(), k.Japanese(), k.English(), row.kanji, row.japanese)
		}
		if k.Promoted() != row.promoted || k.Royal() != row.royal || k.Unpromoted() != demoted(k) {
			t.Errorf("%v promotes to %v from %v, royal %v", k, k.Promoted(), k.Unpromoted(), k.Royal())
		}
		for _, c := range []Color{Black, White} {
			pc := NewPiece(k, c)
			if !pc.Valid() || pc.Kind() != k || pc.Color() != c || pc.Color().Other() == c {
				t.Errorf("NewPiece(%v, %v) is a %v of %v", k, c, pc.Kind(), pc.Color())
			}
		}
	}
	for i := range 256 {
		k, pc := Kind(i), Piece(i)
		known := i >= 1 && i <= len(table)
		if k.Valid() != known || !known && (k.Promoted() != NoKind || k.Unpromoted() != NoKind || k.Royal() || k.Japanese()+k.Kanji()+k.English() != "" || NewPiece(k, Black) != NoPiece) {
			t.Errorf("Kind(%d) is valid: %v, and has a %v, %v or a name", i, k.Valid(), k.Promoted(), k.Unpromoted())
		}
		if pc.Valid() != (pc.Kind() != NoKind) {
			t.Errorf("Piece(%d) is valid: %v, of kind %v", i, pc.Valid(), pc.Kind())
		}
	}
}

// TestSquares tests numbers, files, ranks and names of the squares.
func TestSquares(t *testing.T) {
	n := 0
	for file := 1; file <= 9; file++ {
		for rank := 1; rank <= 9; rank++ {
			n++
			sq := SquareAt(file, rank)
			name := string([]byte{'0' + byte(file), 'a' - 1 + byte(rank)})
			if int(sq) != n || sq.File() != file || sq.Rank() != rank || sq.String() != name || !sq.Valid() {
				t.Errorf("SquareAt(%d, %d) is %d, %v on file %d and rank %d", file, rank, sq, sq, sq.File(), sq.Rank())
			}
		}
	}
	for _, at := range [][2]int{{0, 1}, {1, 0}, {10, 1}, {1, 10}, {-1, 5}, {5, -1}, {1 << 30, 5}, {5, 1 << 30}, {256 + 5, 5}, {-1 << 31, -1 << 31}} {
		if sq := SquareAt(at[0], at[1]); sq != NoSquare {
			t.Errorf("SquareAt(%d, %d) is %v", at[0], at[1], sq)
		}
	}
	for i := range 256 {
		if sq := Square(i); (i < 1 || i > 81) && (sq.Valid() || sq.File() != 0 || sq.Rank() != 0) {
			t.Errorf("Square(%d) is valid: %v, on file %d and rank %d", i, sq.Valid(), sq.File(), sq.Rank())
		}
	}
}

// TestSquareSets compares sets with maps.
func TestSquareSets(t *testing.T) {
	all := allBytes[Square]()
	sets := []SquareSet{{}, SquaresOf(all...), SquaresOf(1), SquaresOf(81), SquaresOf(63, 64, 65, 66), SquaresOf(all[20:50]...), SquaresOf(all[40:77]...)}
	for _, a := range sets {
		for _, b := range sets {
			and, or, andNot, n := a.And(b), a.Or(b), a.AndNot(b), 0
			var listed []Square
			for _, sq := range all {
				if and.Has(sq) != (a.Has(sq) && b.Has(sq)) || or.Has(sq) != (a.Has(sq) || b.Has(sq)) || andNot.Has(sq) != (a.Has(sq) && !b.Has(sq)) {
					t.Fatalf("%v and %v differ on %v", a, b, sq)
				}
				if or.Has(sq) {
					listed = append(listed, sq)
					n++
				}
			}
			if or.Len() != n || or.IsEmpty() != (n == 0) || !slices.Equal(slices.Collect(or.All()), listed) || SquaresOf(listed...) != or {
				t.Errorf("%v has %d squares, lists %v", or, or.Len(), slices.Collect(or.All()))
			}
		}
	}
	if set := SquaresOf(all...); set.Len() != 81 || set.Has(NoSquare) || set.Has(82) {
		t.Errorf("the set of all squares has %d", set.Len())
	}
	for range SquaresOf(all...).All() {
		break // an iterator can be left early
	}
}

// TestKindSets tests sets of kinds, invalid ones included.
func TestKindSets(t *testing.T) {
	all := allBytes[Kind]()
	set := KindsOf(all...)
	if set.Len() != 19 || !slices.Equal(slices.Collect(set.All()), all[1:20]) || set.Without(all...) != 0 {
		t.Errorf("the set of all kinds is %v", set)
	}
	for _, k := range all {
		one := KindsOf(k)
		if one.Has(k) != k.Valid() || (one.Len() == 1) != k.Valid() || set.Without(k).Has(k) || Kinds(0).With(k) != one {
			t.Errorf("the set of %v is %v", k, one)
		}
	}
	for range set.All() {
		break
	}
}

// TestMoves tests what a move is made of.
func TestMoves(t *testing.T) {
	valid := 0
	for from := range 256 {
		for to := range 256 {
			for _, promote := range []bool{false, true} {
				m := NewMove(Square(from), Square(to), promote)
				known := Square(from).Valid() && Square(to).Valid() && from != to
				if known != m.Valid() || known != (m != NoMove) {
					t.Fatalf("NewMove(%d, %d) is %v", from, to, m)
				}
				if !known {
					continue
				}
				valid++
				if m.From() != Square(from) || m.To() != Square(to) || m.Promotes() != promote || m.Drop() != NoKind {
					t.Fatalf("NewMove(%d, %d, %v) goes from %v to %v", from, to, promote, m.From(), m.To())
				}
			}
		}
	}
	for kind := range 256 {
		for to := range 256 {
			m := NewDrop(Kind(kind), Square(to))
			known := kind >= 1 && kind <= int(King) && Square(to).Valid()
			if known != m.Valid() || known != (m != NoMove) {
				t.Fatalf("NewDrop(%d, %d) is %v", kind, to, m)
			}
			if !known {
				continue
			}
			valid++
			if m.From() != NoSquare || m.To() != Square(to) || m.Promotes() || m.Drop() != Kind(kind) {
				t.Fatalf("NewDrop(%d, %d) drops %v on %v", kind, to, m.Drop(), m.To())
			}
		}
	}
	for i := range 1 << 16 {
		if Move(i).Valid() {
			valid--
		}
	}
	if valid != 0 {
		t.Errorf("the valid moves are not those that NewMove and NewDrop make: %d more", valid)
	}
}
