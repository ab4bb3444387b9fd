package shoshogi

import (
	"fmt"
	"math"
	"strings"
)

// ParseSFEN reads "BOARD SIDE HANDS PLY" under the given rules. The ply may be
// missing and is 1 then, as is a ply of 0; "sfen " may stand in front, and
// "startpos" alone is the initial position of the rules. Hands may stand in any
// order. Counts of a hand go from 1 to 81, plies to 134217727. Reading takes time in
// proportion to the text, and memory for the position and an error alone.
//
// A text that is no SFEN gives a *[ParseError] with the byte offset; one that
// describes an impossible position gives a *[SetupError] that lists every
// problem; rules that Validate refuses give its error. See [Setup.Position] for
// what is impossible.
func ParseSFEN(r Rules, sfen string) (*Position, error) {
	// Short enough to be inlined, so that the position need not reach the heap.
	return new(Position).parse(&r, sfen)
}

func (p *Position) parse(r *Rules, sfen string) (*Position, error) {
	book, err := bookOf(*r)
	if err != nil {
		return nil, err
	}
	if err := book.parseSFEN(p, sfen); err != nil {
		return nil, err
	}
	return p, nil
}

// MustParseSFEN is ParseSFEN for texts known to be right; it panics on an error.
func MustParseSFEN(r Rules, sfen string) *Position {
	p, err := ParseSFEN(r, sfen)
	if err != nil {
		panic(err)
	}
	return p
}

// NewPosition returns the initial position under r. It panics if r.Validate
// returns an error; check rules that come from outside first.
func NewPosition(r Rules) *Position {
	book, err := bookOf(r)
	if err != nil {
		panic(err)
	}
	p := book.start
	return &p
}

// parseSFEN makes p, which must be zero, the position that sfen describes.
func (book *rulebook) parseSFEN(p *Position, sfen string) error {
	if sfen == "startpos" {
		*p = book.start
		return nil
	}
	return book.readSFEN(p, &sfenReader{text: sfen, at: afterWord(sfen)})
}

// readSFEN makes p, which must be zero, the position that l stands before.
func (book *rulebook) readSFEN(p *Position, l *sfenReader) error {
	if err := l.read(book.files, book.ranks); err != nil {
		return err
	}
	if faults := book.place(p, &l.setup); len(faults) > 0 {
		return &SetupError{Faults: faults}
	}
	return nil
}

// parseStart reads the initial position of a rule set, whose board has the
// shape that its rows say.
func parseStart(sfen string) (s Setup, files, ranks int, err error) {
	l := sfenReader{text: sfen, at: afterWord(sfen)}
	files, ranks = l.shape()
	if ranks < 3 || ranks > maxRanks || files < 1 || files > maxFiles {
		return s, 0, 0, textError("SFEN", sfen, 0, "want a board of 3 to 9 ranks and 1 to 9 files")
	}
	err = l.read(files, ranks)
	return l.setup, files, ranks, err
}

// sfenReader reads the fields of an SFEN one after the other.
type sfenReader struct {
	text  string
	at    int // byte offset of what is read next
	setup Setup
}

// afterWord returns where an SFEN begins that may have the word sfen in front.
func afterWord(text string) int {
	if word := "sfen "; strings.HasPrefix(text, word) {
		return len(word)
	}
	return 0
}

func (l *sfenReader) fail(at int, format string, args ...any) error {
	return textError("SFEN", l.text, at, fmt.Sprintf(format, args...))
}

// shape returns how many files the first row fills and how many rows there are.
func (l *sfenReader) shape() (files, ranks int) {
	board, _, _ := strings.Cut(l.text[l.at:], " ")
	first, _, _ := strings.Cut(board, "/")
	for i := range len(first) {
		switch c := first[i]; {
		case c >= '1' && c <= '9':
			files += int(c - '0')
		case c != '+':
			files++
		}
	}
	return files, strings.Count(board, "/") + 1
}

func (l *sfenReader) read(files, ranks int) error {
	if l.at == len(l.text) {
		return l.fail(l.at, "there is no board")
	}
	if err := l.board(files, ranks); err != nil {
		return err
	}
	if err := l.blank("the side to move"); err != nil {
		return err
	}
	if err := l.side(); err != nil {
		return err
	}
	if err := l.blank("the hands"); err != nil {
		return err
	}
	if err := l.hands(); err != nil {
		return err
	}
	return l.ply()
}

// peek returns the next byte, 0 at the end.
func (l *sfenReader) peek() byte {
	if l.at < len(l.text) {
		return l.text[l.at]
	}
	return 0
}

func (l *sfenReader) blank(next string) error {
	switch {
	case l.at >= len(l.text):
		return l.fail(l.at, "the text ends before %s", next)
	case l.peek() != ' ':
		return l.fail(l.at, "want a blank and %s", next)
	}
	l.at++
	return nil
}

func (l *sfenReader) board(files, ranks int) error {
	for rank := 1; rank <= ranks; rank++ {
		if rank > 1 {
			switch c := l.peek(); {
			case c == ' ' || c == 0:
				return l.fail(l.at, "the board has %d rows, want %d", rank-1, ranks)
			case c != '/':
				return l.fail(l.at, "want a slash after row %d of %d squares", rank-1, files)
			}
			l.at++
		}
		if err := l.row(files, rank); err != nil {
			return err
		}
	}
	if l.peek() == '/' {
		return l.fail(l.at, "want %d rows, there are more", ranks)
	}
	return nil
}

func (l *sfenReader) row(files, rank int) error {
	afterDigit := false
	for file := files; file >= 1; {
		c := l.peek()
		pc := letterPieces[c]
		switch {
		case pc != NoPiece:
			l.at++
		case c >= '1' && c <= '9':
			if afterDigit {
				return l.fail(l.at, "two numbers in a row in row %d", rank)
			}
			if int(c-'0') > file {
				return l.fail(l.at, "row %d has more than %d squares", rank, files)
			}
			file -= int(c - '0')
			afterDigit = true
			l.at++
			continue
		case c == 0 || c == '/' || c == ' ':
			return l.fail(l.at, "row %d has only %d of %d squares", rank, files-file, files)
		default:
			var err error
			if pc, err = l.piece(); err != nil {
				return err
			}
		}
		l.setup.Board[maxRanks*(file-1)+rank] = pc
		file--
		afterDigit = false
	}
	if c := l.peek(); c >= '0' && c <= '9' || letterPieces[c] != NoPiece || c == '+' {
		return l.fail(l.at, "row %d has more than %d squares", rank, files)
	}
	return nil
}

// letterPieces gives the unpromoted piece that a letter stands for.
var letterPieces = func() (t [256]Piece) {
	for k := Pawn; k <= King; k++ {
		letter := kindTable[k].letter[0]
		t[letter] = makePiece(k, Black)
		t[letter+'a'-'A'] = makePiece(k, White)
	}
	return t
}()

// piece reads a letter with an optional plus sign.
func (l *sfenReader) piece() (Piece, error) {
	start := l.at
	promoted := l.peek() == '+'
	if promoted {
		l.at++
	}
	pc := letterPieces[l.peek()]
	switch {
	case pc == NoPiece && promoted:
		return NoPiece, l.fail(start, "no piece follows the plus sign")
	case l.peek() == '0':
		return NoPiece, l.fail(start, "a row has no number 0")
	case pc == NoPiece:
		return NoPiece, l.fail(start, "no piece has this letter")
	case promoted && pc.Kind().Promoted() == NoKind:
		return NoPiece, l.fail(start, "this piece cannot promote")
	case promoted:
		pc += promotedOffset
	}
	l.at++
	return pc, nil
}

func (l *sfenReader) side() error {
	switch l.peek() {
	case 'b':
		l.setup.Turn = Black
	case 'w':
		l.setup.Turn = White
	default:
		return l.fail(l.at, `want "b" or "w" for the side to move`)
	}
	l.at++
	return nil
}

func (l *sfenReader) hands() error {
	if l.peek() == '-' {
		l.at++
		return nil
	}
	start := l.at
	for l.at < len(l.text) && l.peek() != ' ' {
		if err := l.handItem(); err != nil {
			return err
		}
	}
	if l.at == start {
		return l.fail(start, `want the hands, "-" if they are empty`)
	}
	return nil
}

// handItem reads a letter with an optional count before it.
func (l *sfenReader) handItem() error {
	start := l.at
	n := 0
	for c := l.peek(); c >= '0' && c <= '9'; c = l.peek() {
		if n = 10*n + int(c-'0'); n == 0 || n > int(lastSquare) {
			return l.fail(start, "a hand holds 1 to %d pieces of a kind", lastSquare)
		}
		l.at++
	}
	counted := l.at > start
	pc := letterPieces[l.peek()]
	switch {
	case pc == NoPiece && counted:
		return l.fail(l.at, "no piece follows the count")
	case pc == NoPiece:
		return l.fail(l.at, "no piece has this letter")
	case l.setup.Hands[pc.Color()][pc.Kind()] != 0:
		return l.fail(start, "this piece stands twice in the hands")
	}
	l.setup.Hands[pc.Color()][pc.Kind()] = max(n, 1)
	l.at++
	return nil
}

// ply reads the number of the next move, which may be missing.
func (l *sfenReader) ply() error {
	l.setup.Ply = 1
	if l.at == len(l.text) {
		return nil
	}
	if err := l.blank("the number of the next move"); err != nil {
		return err
	}
	start := l.at
	n := 0
	for c := l.peek(); c >= '0' && c <= '9'; c = l.peek() {
		if n = 10*n + int(c-'0'); n > maxPly {
			return l.fail(start, "the number of the next move is above %d", maxPly)
		}
		l.at++
	}
	switch {
	case l.at == start:
		return l.fail(start, "want the number of the next move")
	case l.at < len(l.text):
		return l.fail(l.at, "nothing may follow the number of the next move")
	}
	l.setup.Ply = max(n, 1)
	return nil
}

// maxPly is the largest number of a next move that a text may give.
const maxPly = math.MaxInt32 / 16

// SFEN returns the canonical text of the position: board, side to move, hands in
// the order R B E F G S N L P K, Black's first, and ply. The zero Position gives
// an empty string.
func (p *Position) SFEN() string {
	if p.book == nil {
		return ""
	}
	var buf [192]byte
	return string(p.AppendSFEN(buf[:0]))
}

// AppendSFEN appends what [Position.SFEN] returns.
func (p *Position) AppendSFEN(dst []byte) []byte {
	book := p.rulesOf()
	for rank := 1; rank <= book.ranks; rank++ {
		if rank > 1 {
			dst = append(dst, '/')
		}
		dst = p.appendRow(dst, rank, book.files)
	}
	dst = append(dst, ' ', "bw"[p.turn&1], ' ')
	dst = p.appendHands(dst)
	dst = append(dst, ' ')
	return appendUint(dst, p.ply)
}

// appendRow appends one row of the board, collected in an array since that is
// quicker than byte by byte.
func (p *Position) appendRow(dst []byte, rank, files int) []byte {
	var row [2 * 16]byte
	n := 0
	empty := byte(0)
	for sq := maxRanks*(files-1) + rank; sq >= 1; sq -= maxRanks {
		pc := p.board[sq]
		if pc == NoPiece {
			empty++
			continue
		}
		if empty > 0 {
			row[n&31] = '0' + empty
			n++
			empty = 0
		}
		if pc >= firstPromoted {
			row[n&31] = '+'
			n++
		}
		row[n&31] = pieceLetters[pc&(pieceLimit-1)]
		n++
	}
	if empty > 0 {
		row[n&31] = '0' + empty
		n++
	}
	return append(dst, row[:n&31]...)
}

// firstPromoted is the lowest promoted piece: those below it are not promoted.
const firstPromoted = Piece(PromotedPawn) << 1

// pieceLetters gives the SFEN letter of each piece, without the plus sign.
var pieceLetters = func() (t [pieceLimit]byte) {
	for k := Pawn; k < kindCount; k++ {
		letter := kindTable[k.Unpromoted()].letter[0]
		t[makePiece(k, Black)] = letter
		t[makePiece(k, White)] = letter + 'a' - 'A'
	}
	return t
}()

// handOrder is the order in which SFEN lists the kinds in hand.
var handOrder = [...]Kind{Rook, Bishop, Elephant, Leopard, Gold, Silver, Knight, Lance, Pawn, King}

func (p *Position) appendHands(dst []byte) []byte {
	if p.hands[Black]|p.hands[White] == 0 {
		return append(dst, '-')
	}
	for c := range Color(2) {
		if p.hands[c] == 0 {
			continue
		}
		for _, k := range handOrder {
			n := p.hands[c].count(k)
			if n > 1 {
				dst = appendUint(dst, uint32(n))
			}
			if n > 0 {
				dst = append(dst, pieceLetters[makePiece(k, c)])
			}
		}
	}
	return dst
}

func appendUint(dst []byte, n uint32) []byte {
	if n >= 10 {
		dst = appendUint(dst, n/10)
	}
	return append(dst, '0'+byte(n%10))
}

// SetupError lists everything that makes a [Setup] impossible under the rules.
type SetupError struct {
	Faults []SetupFault
}

// SetupFault is one fault of a [Setup]. Which of the other fields are set
// depends on Problem.
type SetupFault struct {
	Problem SetupProblem
	Square  Square // where, NoSquare if it is no matter of one square
	Piece   Piece  // the piece concerned; a piece in hand as its kind and owner
	Count   int    // how many there are
	Limit   int    // how many there may be
}

// SetupProblem is a kind of fault that a [Setup] may have.
type SetupProblem uint8

// The problems of a setup.
const (
	InvalidPiece     SetupProblem = iota + 1 // Square holds a value that is no piece; Count is the value
	OffBoard                                 // Piece stands on Square, which the board does not have
	CannotBePromoted                         // Piece on Square is promoted, and the rules do not let it promote
	TooManyPieces                            // Count pieces of the kind of Piece, the set has Limit
	TooManyKings                             // Count kings of one side, Limit is 1
	NoRoyals                                 // neither side has a king or prince
	InvalidTurn                              // Turn is neither Black nor White
	InvalidPly                               // Ply is negative or too large; Count is its value
	InvalidHand                              // Count pieces in hand, a negative number
	CannotBeInHand                           // Piece is in hand, and the rules do not let it be dropped
	OpponentInCheck                          // the side that is not to move has its last royal, Piece on Square, attacked
)

var setupProblemNames = []string{"", "invalid piece", "off the board", "piece cannot be promoted", "too many pieces", "too many kings",
	"no royals", "invalid side to move", "invalid ply", "invalid hand", "piece cannot be in hand", "side not to move is in check"}

// String returns the problem in words.
func (v SetupProblem) String() string { return nameOf("SetupProblem", setupProblemNames, uint8(v)) }

// String returns the fault in words.
func (f SetupFault) String() string {
	switch f.Problem {
	case InvalidPiece:
		return fmt.Sprintf("%v holds %d, which is no piece", f.Square, f.Count)
	case OffBoard:
		return fmt.Sprintf("%v on %v is off the board", f.Piece, f.Square)
	case CannotBePromoted:
		return fmt.Sprintf("%v on %v: this piece cannot promote under the rules", f.Piece, f.Square)
	case TooManyPieces:
		return fmt.Sprintf("%d pieces of kind %v, promoted ones counted, the set has %d", f.Count, f.Piece.Kind(), f.Limit)
	case TooManyKings:
		return fmt.Sprintf("%s has %d kings", colorName(f.Piece.Color()), f.Count)
	case NoRoyals:
		return "neither side has a king or prince"
	case InvalidTurn:
		return fmt.Sprintf("the side to move is %d", f.Count)
	case InvalidPly:
		return fmt.Sprintf("the number of the next move is %d", f.Count)
	case InvalidHand:
		return fmt.Sprintf("%d of %v in hand", f.Count, f.Piece)
	case CannotBeInHand:
		return fmt.Sprintf("%v in hand: this kind cannot be dropped under the rules", f.Piece)
	case OpponentInCheck:
		return fmt.Sprintf("%s is not to move and its last royal on %v is attacked", colorName(f.Piece.Color()), f.Square)
	}
	return f.Problem.String()
}

// Error returns all faults on one line.
func (e *SetupError) Error() string {
	parts := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		parts[i] = f.String()
	}
	return "impossible position: " + strings.Join(parts, "; ")
}

// check lists what is wrong with s, but for royals under attack.
func (book *rulebook) check(s *Setup) (faults []SetupFault) {
	if s.Turn > White {
		faults = append(faults, SetupFault{Problem: InvalidTurn, Count: int(s.Turn)})
	}
	if s.Ply < 0 || s.Ply > maxPly {
		faults = append(faults, SetupFault{Problem: InvalidPly, Count: s.Ply})
	}
	var tally [pieceLimit]int
	for sq, pc := range s.Board {
		switch {
		case pc == NoPiece:
			continue
		case !pc.Valid():
			faults = append(faults, SetupFault{Problem: InvalidPiece, Square: Square(sq), Count: int(pc)})
			continue
		case !book.board.Has(Square(sq)):
			faults = append(faults, SetupFault{Problem: OffBoard, Square: Square(sq), Piece: pc})
		case !book.pieces[pc&(pieceLimit-1)]:
			faults = append(faults, SetupFault{Problem: CannotBePromoted, Square: Square(sq), Piece: pc})
		}
		tally[pc&(pieceLimit-1)]++
	}
	var counts [King + 1]int
	for k := Pawn; k < kindCount; k++ {
		counts[k.Unpromoted()] += tally[makePiece(k, Black)] + tally[makePiece(k, White)]
	}
	for c := range s.Hands {
		faults = book.checkHand(s, Color(c), &counts, faults)
	}
	for k := Pawn; k <= King; k++ {
		if counts[k] > book.set[k] {
			faults = append(faults, SetupFault{Problem: TooManyPieces, Piece: makePiece(k, Black), Count: counts[k], Limit: book.set[k]})
		}
	}
	for c := range Color(2) {
		king := makePiece(King, c)
		if n := tally[king]; n > 1 && !book.rules.Drops.Has(King) {
			faults = append(faults, SetupFault{Problem: TooManyKings, Piece: king, Count: n, Limit: 1})
		}
	}
	royals := tally[makePiece(King, Black)] + tally[makePiece(King, White)] + tally[makePiece(Prince, Black)] + tally[makePiece(Prince, White)]
	if royals == 0 {
		faults = append(faults, SetupFault{Problem: NoRoyals})
	}
	return faults
}

func (book *rulebook) checkHand(s *Setup, c Color, counts *[King + 1]int, faults []SetupFault) []SetupFault {
	for k, n := range s.Hands[c] {
		if n == 0 {
			continue
		}
		f := SetupFault{Piece: makePiece(Kind(k), c), Count: n}
		switch {
		case n < 0:
			f.Problem = InvalidHand
			faults = append(faults, f)
			continue
		case !book.rules.Drops.Has(Kind(k)):
			f.Problem = CannotBeInHand
			faults = append(faults, f)
		}
		counts[k] += min(n, math.MaxInt-counts[k]) // a count beyond any set must not overflow
	}
	return faults
}
