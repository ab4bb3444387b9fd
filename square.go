package shoshogi

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Square is a square of the board. The zero Square is NoSquare; the others are
// numbered 9·(file−1)+rank, from 1 for file 1, rank a to 81 for file 9, rank i.
// Smaller boards use the squares of the lowest files and the top ranks.
type Square uint8

// NoSquare is the zero Square, no square at all.
const NoSquare Square = 0

// The largest board: nine files, nine ranks.
const (
	maxFiles   = 9
	maxRanks   = 9
	lastSquare = Square(maxFiles * maxRanks)
)

// SquareAt returns the square on the given file (1–9, from Black's right) and
// rank (1–9 for a–i, from the top), or NoSquare if either is out of range.
func SquareAt(file, rank int) Square {
	if file < 1 || file > maxFiles || rank < 1 || rank > maxRanks {
		return NoSquare
	}
	return Square(maxRanks*(file-1) + rank)
}

// Valid reports whether sq is a square of the 9×9 board.
func (sq Square) Valid() bool { return sq-1 < lastSquare }

// File returns the file of sq, 1–9 from Black's right, or 0 if sq is not valid.
func (sq Square) File() int {
	if !sq.Valid() {
		return 0
	}
	return int(sq-1)/maxRanks + 1
}

// Rank returns the rank of sq, 1–9 from the top for the letters a–i, or 0 if sq
// is not valid.
func (sq Square) Rank() int {
	if !sq.Valid() {
		return 0
	}
	return int(sq-1)%maxRanks + 1
}

// String returns file digit and rank letter, "7g". NoSquare gives "-".
func (sq Square) String() string {
	switch {
	case sq == NoSquare:
		return noneText
	case !sq.Valid():
		return fmt.Sprintf("Square(%d)", uint8(sq))
	}
	return string(sq.appendText(nil))
}

func (sq Square) appendText(dst []byte) []byte {
	return append(dst, '0'+byte(sq.File()), 'a'-1+byte(sq.Rank()))
}

// GoString returns the Go expression for sq.
func (sq Square) GoString() string {
	if !sq.Valid() {
		return fmt.Sprintf("shoshogi.Square(%d)", uint8(sq))
	}
	return fmt.Sprintf("shoshogi.SquareAt(%d, %d)", sq.File(), sq.Rank())
}

// ParseSquare reads file digit and rank letter, "7g", the inverse of
// [Square.String]. Any other text is a *[ParseError].
func ParseSquare(s string) (Square, error) {
	if sq := squareOf(s); sq != NoSquare {
		return sq, nil
	}
	return NoSquare, textError("square", s, 0, "want a file 1–9 and a rank a–i")
}

// MustParseSquare is ParseSquare for texts known to be right; it panics on an
// error.
func MustParseSquare(s string) Square {
	sq, err := ParseSquare(s)
	if err != nil {
		panic(err)
	}
	return sq
}

// squareOf returns the square that s names, or NoSquare.
func squareOf(s string) Square {
	if len(s) != 2 {
		return NoSquare
	}
	return SquareAt(int(s[0])-'0', int(s[1])-('a'-1))
}

// SquareSet is a set of squares; the zero SquareSet is empty. Sets compare with
// ==. The squares are one bit each, at the number of the square.
type SquareSet struct{ lo, hi uint64 }

// fullBoard is the set of all 81 squares: bits 1–63 and 64–81.
var fullBoard = SquareSet{^uint64(0) - 1, 1<<18 - 1}

// SquaresOf returns the set of the given squares. NoSquare and invalid squares
// are left out.
func SquaresOf(squares ...Square) SquareSet {
	var s SquareSet
	for _, sq := range squares {
		if sq.Valid() {
			s = s.Or(squareBit(sq))
		}
	}
	return s
}

// squareBit returns the set of sq alone; for numbers above 127 it is empty.
func squareBit(sq Square) SquareSet { return SquareSet{1 << sq, 1 << (sq - 64)} }

// Has reports whether sq is in s; NoSquare and invalid squares never are.
func (s SquareSet) Has(sq Square) bool {
	b := squareBit(sq)
	return s.lo&b.lo|s.hi&b.hi != 0
}

// Len returns the number of squares in s.
func (s SquareSet) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Equal reports whether s and t have the same squares, as s == t does. It lets
// go-cmp compare sets.
func (s SquareSet) Equal(t SquareSet) bool { return s == t }

// IsEmpty reports whether s has no squares.
func (s SquareSet) IsEmpty() bool { return s.lo|s.hi == 0 }

// And returns the squares in both s and t.
func (s SquareSet) And(t SquareSet) SquareSet { return SquareSet{s.lo & t.lo, s.hi & t.hi} }

// Or returns the squares in s, in t or in both.
func (s SquareSet) Or(t SquareSet) SquareSet { return SquareSet{s.lo | t.lo, s.hi | t.hi} }

// AndNot returns the squares of s that are not in t.
func (s SquareSet) AndNot(t SquareSet) SquareSet { return SquareSet{s.lo &^ t.lo, s.hi &^ t.hi} }

func (s SquareSet) xor(t SquareSet) SquareSet { return SquareSet{s.lo ^ t.lo, s.hi ^ t.hi} }

// meets reports whether s and t have a square in common.
func (s SquareSet) meets(t SquareSet) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// single reports whether s has exactly one square.
func (s SquareSet) single() bool { return !s.IsEmpty() && s.withoutFirst().IsEmpty() }

// first returns the square of s with the lowest number; s must not be empty.
func (s SquareSet) first() Square {
	if s.lo != 0 {
		return Square(bits.TrailingZeros64(s.lo))
	}
	return Square(64 + bits.TrailingZeros64(s.hi))
}

// withoutFirst returns s without the square that first gives.
func (s SquareSet) withoutFirst() SquareSet {
	if s.lo != 0 {
		return SquareSet{s.lo & (s.lo - 1), s.hi}
	}
	return SquareSet{0, s.hi & (s.hi - 1)}
}

// nth returns the square of s that n others go before; s must have more than n.
func (s SquareSet) nth(n int) Square {
	for range n {
		s = s.withoutFirst()
	}
	return s.first()
}

// All yields the squares of s in the order of their numbers: file 1 from rank a
// down, then file 2, and so on.
func (s SquareSet) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; !s.IsEmpty(); s = s.withoutFirst() {
			if !yield(s.first()) {
				return
			}
		}
	}
}

// String returns the squares in the order of [SquareSet.All], separated by
// blanks: "7f 7g", or "-" for the empty set.
func (s SquareSet) String() string {
	if s.IsEmpty() {
		return noneText
	}
	b := make([]byte, 0, 3*s.Len())
	for sq := range s.All() {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = sq.appendText(b)
	}
	return string(b)
}

// GoString returns the Go expression for s.
func (s SquareSet) GoString() string {
	var names []string
	for sq := range s.All() {
		names = append(names, sq.GoString())
	}
	return "shoshogi.SquaresOf(" + strings.Join(names, ", ") + ")"
}

// ParseSquareSet reads squares separated by single blanks in any order, "7f
// 7g", or "-" for the empty set, the inverse of [SquareSet.String]. What is no
// square, or stands twice, is a *[ParseError].
func ParseSquareSet(s string) (SquareSet, error) {
	if s == noneText {
		return SquareSet{}, nil
	}
	var set SquareSet
	offset := 0
	for field := range strings.SplitSeq(s, " ") {
		sq := squareOf(field)
		switch {
		case sq == NoSquare:
			return SquareSet{}, textError("square set", s, offset, "want a file 1–9 and a rank a–i")
		case set.Has(sq):
			return SquareSet{}, textError("square set", s, offset, "this square stands twice")
		}
		set = set.Or(squareBit(sq))
		offset += len(field) + 1
	}
	return set, nil
}
