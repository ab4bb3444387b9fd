package shoshogi

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Color is one of the two sides. The zero Color is Black, which moves first
// from the usual initial positions. Every other value than Black and White is
// invalid; methods treat its lowest bit as the color.
type Color uint8

// The two sides.
const (
	Black Color = iota // 先手, also 下手: sits below, moves up the board, upper-case letters
	White              // 後手, also 上手: sits above, moves down the board, lower-case letters
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c&1 ^ 1 }

// String returns "b" or "w", as SFEN writes the side to move.
func (c Color) String() string {
	if c > White {
		return fmt.Sprintf("Color(%d)", uint8(c))
	}
	return "bw"[c : c+1]
}

// GoString returns the Go expression for c.
func (c Color) GoString() string {
	switch c {
	case Black:
		return "shoshogi.Black"
	case White:
		return "shoshogi.White"
	}
	return fmt.Sprintf("shoshogi.Color(%d)", uint8(c))
}

// ParseColor reads "b" or "w", the inverse of [Color.String]. Any other text
// is a *[ParseError].
func ParseColor(s string) (Color, error) {
	switch s {
	case "b":
		return Black, nil
	case "w":
		return White, nil
	}
	return Black, textError("color", s, 0, `want "b" or "w"`)
}

// Kind is what a piece is, without its side. The zero Kind is NoKind. A
// promoted piece is a kind of its own.
type Kind uint8

// The kinds of piece. The doc comment of each names its kanji and its moves,
// seen by its owner.
const (
	NoKind Kind = iota

	Pawn     // 歩兵, one square forward
	Lance    // 香車, any distance forward
	Knight   // 桂馬, jumps two squares forward and one aside
	Silver   // 銀将, one square forward or diagonally
	Gold     // 金将, one square orthogonally or diagonally forward
	Bishop   // 角行, any distance diagonally
	Rook     // 飛車, any distance orthogonally
	Elephant // 醉象 (drunk elephant), one square in any direction but straight back
	Leopard  // 猛豹, one square in any direction but sideways
	King     // 玉将, one square in any direction; royal

	PromotedPawn    // と金, moves as Gold
	PromotedLance   // 成香, moves as Gold
	PromotedKnight  // 成桂, moves as Gold
	PromotedSilver  // 成銀, moves as Gold
	PromotedGold    // 金飛車, moves as Rook; only where [Rules.GoldPromotes] is set
	Horse           // 龍馬, promoted Bishop: moves as Bishop, or one square orthogonally
	Dragon          // 龍王, promoted Rook: moves as Rook, or one square diagonally
	Prince          // 太子 (crown prince), promoted Elephant: moves as King, and is royal
	PromotedLeopard // 小角, promoted Leopard: moves as Bishop
)

const kindCount = PromotedLeopard + 1

// direction is one of the eight neighbours of a square as the owner of a piece
// sees them. Adding 4 modulo 8 turns one into its opposite.
type direction uint8

const (
	forward direction = iota
	forwardRight
	right
	backRight
	back
	backLeft
	left
	forwardLeft
	directionCount
)

// Sets of directions, as bits.
const (
	diagonals      = 1<<forwardRight | 1<<backRight | 1<<backLeft | 1<<forwardLeft
	orthogonals    = 1<<forward | 1<<right | 1<<back | 1<<left
	goldSteps      = orthogonals | 1<<forwardRight | 1<<forwardLeft
	everyDirection = diagonals | orthogonals
)

// kindTable is the one description of the pieces: letters, names, promotion
// and movement of every kind. All else derives from it.
var kindTable = [kindCount]struct {
	letter   string // SFEN letter, upper case
	char     string // one-character name, or the full one where none exists
	kanji    string // full name
	english  string
	promoted Kind  // what it becomes; NoKind if it never promotes
	steps    uint8 // directions of one-square moves
	slides   uint8 // directions of moves over any distance
	jumps    bool  // the knight's jump
	royal    bool
}{
	Pawn:     {letter: "P", char: "歩", kanji: "歩兵", english: "pawn", promoted: PromotedPawn, steps: 1 << forward},
	Lance:    {letter: "L", char: "香", kanji: "香車", english: "lance", promoted: PromotedLance, slides: 1 << forward},
	Knight:   {letter: "N", char: "桂", kanji: "桂馬", english: "knight", promoted: PromotedKnight, jumps: true},
	Silver:   {letter: "S", char: "銀", kanji: "銀将", english: "silver general", promoted: PromotedSilver, steps: diagonals | 1<<forward},
	Gold:     {letter: "G", char: "金", kanji: "金将", english: "gold general", promoted: PromotedGold, steps: goldSteps},
	Bishop:   {letter: "B", char: "角", kanji: "角行", english: "bishop", promoted: Horse, slides: diagonals},
	Rook:     {letter: "R", char: "飛", kanji: "飛車", english: "rook", promoted: Dragon, slides: orthogonals},
	Elephant: {letter: "E", char: "象", kanji: "醉象", english: "drunk elephant", promoted: Prince, steps: everyDirection &^ (1 << back)},
	Leopard:  {letter: "F", char: "豹", kanji: "猛豹", english: "leopard", promoted: PromotedLeopard, steps: everyDirection &^ (1<<left | 1<<right)},
	King:     {letter: "K", char: "玉", kanji: "玉将", english: "king", steps: everyDirection, royal: true},

	PromotedPawn:    {letter: "+P", char: "と", kanji: "と金", english: "promoted pawn", steps: goldSteps},
	PromotedLance:   {letter: "+L", char: "杏", kanji: "成香", english: "promoted lance", steps: goldSteps},
	PromotedKnight:  {letter: "+N", char: "圭", kanji: "成桂", english: "promoted knight", steps: goldSteps},
	PromotedSilver:  {letter: "+S", char: "全", kanji: "成銀", english: "promoted silver general", steps: goldSteps},
	PromotedGold:    {letter: "+G", char: "金飛車", kanji: "金飛車", english: "promoted gold general", slides: orthogonals},
	Horse:           {letter: "+B", char: "馬", kanji: "龍馬", english: "horse", steps: orthogonals, slides: diagonals},
	Dragon:          {letter: "+R", char: "龍", kanji: "龍王", english: "dragon", steps: diagonals, slides: orthogonals},
	Prince:          {letter: "+E", char: "太", kanji: "太子", english: "crown prince", steps: everyDirection, royal: true},
	PromotedLeopard: {letter: "+F", char: "小角", kanji: "小角", english: "promoted leopard", slides: diagonals},
}

// unpromotedOf is the inverse of the promoted column; kinds that are no
// promotion stand for themselves.
var unpromotedOf = func() (t [kindCount]Kind) {
	for k := range t {
		t[k] = Kind(k)
	}
	for k, info := range kindTable {
		if info.promoted != NoKind {
			t[info.promoted] = Kind(k)
		}
	}
	return t
}()

// Promoted returns what k becomes by promotion, or NoKind for a king, a
// promoted piece, NoKind and invalid kinds. Gold gives PromotedGold, although
// golds promote only where [Rules.GoldPromotes] is set.
func (k Kind) Promoted() Kind {
	if k >= kindCount {
		return NoKind
	}
	return kindTable[k].promoted
}

// Unpromoted returns the kind that promotes to k, or k itself if it is not a
// promoted one. Invalid kinds give NoKind.
func (k Kind) Unpromoted() Kind {
	if k >= kindCount {
		return NoKind
	}
	return unpromotedOf[k]
}

// Royal reports whether a side that has lost its last piece of such a kind has
// lost: true for King and Prince.
func (k Kind) Royal() bool { return k < kindCount && kindTable[k].royal }

// Valid reports whether k is one of the kinds declared here other than NoKind.
func (k Kind) Valid() bool { return k > NoKind && k < kindCount }

// String returns the SFEN letter in upper case, with a plus sign for promoted
// kinds: "P", "+E". NoKind gives "-".
func (k Kind) String() string {
	switch {
	case k == NoKind:
		return noneText
	case k >= kindCount:
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindTable[k].letter
}

// GoString returns the Go expression for k.
func (k Kind) GoString() string {
	names := [kindCount]string{"NoKind", "Pawn", "Lance", "Knight", "Silver", "Gold", "Bishop", "Rook", "Elephant", "Leopard", "King",
		"PromotedPawn", "PromotedLance", "PromotedKnight", "PromotedSilver", "PromotedGold", "Horse", "Dragon", "Prince", "PromotedLeopard"}
	if k >= kindCount {
		return fmt.Sprintf("shoshogi.Kind(%d)", uint8(k))
	}
	return "shoshogi." + names[k]
}

// Japanese returns the one-character name, as on the face of the piece: "歩",
// "象", "太". PromotedGold and PromotedLeopard have none in use and give their
// full names 金飛車 and 小角. NoKind and invalid kinds give "".
func (k Kind) Japanese() string {
	if k >= kindCount {
		return ""
	}
	return kindTable[k].char
}

// Kanji returns the full Japanese name: "歩兵", "醉象", "太子". NoKind and
// invalid kinds give "".
func (k Kind) Kanji() string {
	if k >= kindCount {
		return ""
	}
	return kindTable[k].kanji
}

// English returns the English name in lower case: "pawn", "drunk elephant".
// NoKind and invalid kinds give "".
func (k Kind) English() string {
	if k >= kindCount {
		return ""
	}
	return kindTable[k].english
}

// ParseKind reads an SFEN letter in upper case with an optional plus sign, the
// inverse of [Kind.String]: "P", "+E". Any other text is a *[ParseError].
func ParseKind(s string) (Kind, error) {
	for k := Pawn; k < kindCount; k++ {
		if kindTable[k].letter == s {
			return k, nil
		}
	}
	return NoKind, textError("kind", s, 0, "want one of P L N S G B R E F K, with + if promoted")
}

// Piece is a kind with its side. The zero Piece is NoPiece, an empty square.
type Piece uint8

// NoPiece is the zero Piece: an empty square.
const NoPiece Piece = 0

// pieceLimit is above every valid Piece; arrays of this size need no bounds
// check when the index is masked with pieceLimit-1.
const pieceLimit = 64

// NewPiece returns the piece of kind k that belongs to c, or NoPiece for
// NoKind and for invalid arguments.
func NewPiece(k Kind, c Color) Piece {
	if !k.Valid() || c > White {
		return NoPiece
	}
	return makePiece(k, c)
}

func makePiece(k Kind, c Color) Piece { return Piece(k)<<1 | Piece(c) }

// Kind returns the kind of pc, NoKind for NoPiece and invalid pieces.
func (pc Piece) Kind() Kind {
	if k := Kind(pc >> 1); k < kindCount {
		return k
	}
	return NoKind
}

// Color returns the side of pc. For NoPiece it returns Black, which means
// nothing there.
func (pc Piece) Color() Color { return Color(pc & 1) }

// Valid reports whether pc is a piece, that is, neither NoPiece nor an invalid
// value.
func (pc Piece) Valid() bool { return pc>>1 != 0 && Kind(pc>>1) < kindCount }

// String returns the SFEN letter, upper case for Black and lower case for
// White, with a plus sign for promoted pieces: "p", "+E". NoPiece gives "-".
func (pc Piece) String() string {
	switch {
	case pc == NoPiece:
		return noneText
	case !pc.Valid():
		return fmt.Sprintf("Piece(%d)", uint8(pc))
	case pc.Color() == White:
		return strings.ToLower(kindTable[pc.Kind()].letter)
	}
	return kindTable[pc.Kind()].letter
}

// GoString returns the Go expression for pc.
func (pc Piece) GoString() string {
	if !pc.Valid() {
		return fmt.Sprintf("shoshogi.Piece(%d)", uint8(pc))
	}
	return fmt.Sprintf("shoshogi.NewPiece(%#v, %#v)", pc.Kind(), pc.Color())
}

// ParsePiece reads an SFEN letter with an optional plus sign, upper case for
// Black and lower case for White, the inverse of [Piece.String]: "p", "+E". Any
// other text is a *[ParseError].
func ParsePiece(s string) (Piece, error) {
	for k := Pawn; k < kindCount; k++ {
		for _, c := range [...]Color{Black, White} {
			if pc := makePiece(k, c); pc.String() == s {
				return pc, nil
			}
		}
	}
	return NoPiece, textError("piece", s, 0, "want one of PLNSGBREFK or plnsgbrefk, with + if promoted")
}

// MustParsePiece is ParsePiece for texts known to be right; it panics on an error.
func MustParsePiece(s string) Piece {
	pc, err := ParsePiece(s)
	if err != nil {
		panic(err)
	}
	return pc
}

// Kinds is a set of kinds; the zero Kinds is empty. Sets compare with ==.
type Kinds uint32

// KindsOf returns the set of the given kinds. NoKind and invalid kinds are
// left out.
func KindsOf(kinds ...Kind) Kinds { return Kinds(0).With(kinds...) }

// With returns ks with the given kinds added. NoKind and invalid kinds are
// left out.
func (ks Kinds) With(kinds ...Kind) Kinds {
	for _, k := range kinds {
		if k.Valid() {
			ks |= 1 << k
		}
	}
	return ks
}

// Without returns ks with the given kinds removed.
func (ks Kinds) Without(kinds ...Kind) Kinds {
	for _, k := range kinds {
		if k.Valid() {
			ks &^= 1 << k
		}
	}
	return ks
}

// Has reports whether k is in ks; NoKind and invalid kinds never are.
func (ks Kinds) Has(k Kind) bool { return k.Valid() && ks>>k&1 != 0 }

// Len returns the number of kinds in ks.
func (ks Kinds) Len() int { return bits.OnesCount32(uint32(ks & allKinds)) }

// All yields the kinds of ks in the order of their declaration.
func (ks Kinds) All() iter.Seq[Kind] {
	return func(yield func(Kind) bool) {
		for k := Pawn; k < kindCount; k++ {
			if ks.Has(k) && !yield(k) {
				return
			}
		}
	}
}

const allKinds Kinds = 1<<kindCount - 2

// String returns the SFEN letters of the kinds in the order of their
// declaration, "PLNSGBR", or "-" for the empty set. Bits that stand for no kind
// are not shown.
func (ks Kinds) String() string {
	if ks&allKinds == 0 {
		return noneText
	}
	var b strings.Builder
	for k := range ks.All() {
		b.WriteString(k.String())
	}
	return b.String()
}

// GoString returns the Go expression for ks.
func (ks Kinds) GoString() string {
	if ks&^allKinds != 0 {
		return fmt.Sprintf("shoshogi.Kinds(%#x)", uint32(ks))
	}
	var names []string
	for k := range ks.All() {
		names = append(names, k.GoString())
	}
	return "shoshogi.KindsOf(" + strings.Join(names, ", ") + ")"
}

// ParseKinds reads SFEN letters in upper case in any order, "PLNSGBR", or "-"
// for the empty set, the inverse of [Kinds.String]. A letter that is unknown or
// stands twice is a *[ParseError].
func ParseKinds(s string) (Kinds, error) {
	if s == noneText {
		return 0, nil
	}
	if s == "" {
		return 0, textError("kinds", s, 0, `want letters like "PLN", or "-" for none`)
	}
	var ks Kinds
	for i := 0; i < len(s); {
		n := 1
		if s[i] == '+' && i+1 < len(s) {
			n = 2
		}
		k, err := ParseKind(s[i : i+n])
		switch {
		case err != nil:
			return 0, textError("kinds", s, i, "no kind has this letter")
		case ks.Has(k):
			return 0, textError("kinds", s, i, "this kind stands twice")
		}
		ks |= 1 << k
		i += n
	}
	return ks, nil
}
