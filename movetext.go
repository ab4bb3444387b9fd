package shoshogi

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Moves as people write them: Japanese notation (▲７六歩, △同　銀左) and the
// Western one (P-7f, Sx7c+). KIF and KI2 share the words kept here.

// pieceNames lists the spellings of every kind found in moves, hands and
// diagrams; the first is the one that moves are written with.
var pieceNames = [kindCount][]string{
	Pawn:     {"歩", "歩兵"},
	Lance:    {"香", "香車"},
	Knight:   {"桂", "桂馬"},
	Silver:   {"銀", "銀将"},
	Gold:     {"金", "金将"},
	Bishop:   {"角", "角行"},
	Rook:     {"飛", "飛車"},
	Elephant: {"醉象", "酔象", "醉像", "酔像", "象", "醉", "酔"},
	Leopard:  {"猛豹", "豹"},
	King:     {"玉", "王", "玉将", "王将"},

	PromotedPawn:    {"と", "と金", "成歩", "个"},
	PromotedLance:   {"成香", "杏", "仝"},
	PromotedKnight:  {"成桂", "圭", "今"},
	PromotedSilver:  {"成銀", "全"},
	PromotedGold:    {"金飛車"},
	Horse:           {"馬", "龍馬", "竜馬", "成角"},
	Dragon:          {"龍", "竜", "龍王", "竜王", "成飛"},
	Prince:          {"太子", "太", "王子", "成象"},
	PromotedLeopard: {"小角", "成豹"},
}

// kindsByName is the inverse of pieceNames.
var kindsByName = func() map[string]Kind {
	t := make(map[string]Kind)
	for k, names := range pieceNames {
		for _, name := range names {
			t[name] = Kind(k)
		}
	}
	return t
}()

// kanjiBytes is the length in UTF-8 of each character of Japanese notation.
const kanjiBytes = 3

// longestName is the number of characters of the longest piece name.
const longestName = 3

// moveName returns the name of k as moves write it, "" for NoKind.
func moveName(k Kind) string {
	if !k.Valid() {
		return ""
	}
	return pieceNames[k][0]
}

// kindNamed returns the kind whose name s begins with and the length of the
// name in bytes, taking the longest name that fits; NoKind and 0 if none does.
func kindNamed(s string) (Kind, int) {
	for n := longestName * kanjiBytes; n > 0; n -= kanjiBytes {
		if len(s) >= n {
			if k, ok := kindsByName[s[:n]]; ok {
				return k, n
			}
		}
	}
	return NoKind, 0
}

// The digits of files and the numerals of ranks.
const (
	wideDigits = "１２３４５６７８９"
	kanjiRanks = "一二三四五六七八九"
)

// appendSquareName appends a square in Japanese notation, "７六".
func appendSquareName(dst []byte, sq Square) []byte {
	if !sq.Valid() {
		return dst
	}
	file, rank := kanjiBytes*(sq.File()-1), kanjiBytes*(sq.Rank()-1)
	dst = append(dst, wideDigits[file:file+kanjiBytes]...)
	return append(dst, kanjiRanks[rank:rank+kanjiBytes]...)
}

// squareNamed returns the square that s begins with and the length of its name
// in bytes, NoSquare and 0 if there is none. Files and ranks may be full-width
// or half-width digits in any mixture, ranks also kanji or the letters of USI.
func squareNamed(s string) (Square, int) {
	file, n := digitOf(s)
	if n == 0 {
		return NoSquare, 0
	}
	rank, m := rankOf(s[n:])
	if m == 0 {
		return NoSquare, 0
	}
	return SquareAt(file, rank), n + m
}

// digitOf reads one digit 1–9 of either width.
func digitOf(s string) (value, length int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r >= '1' && r <= '9':
		return int(r - '0'), n
	case r >= '１' && r <= '９':
		return int(r - '０'), n
	}
	return 0, 0
}

// rankOf reads a rank as a digit, a kanji or a letter.
func rankOf(s string) (value, length int) {
	if value, length = digitOf(s); length > 0 {
		return value, length
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r >= 'a' && r <= 'i':
		return int(r - 'a' + 1), n
	case n == kanjiBytes:
		if i := strings.Index(kanjiRanks, s[:n]); i >= 0 && i%kanjiBytes == 0 {
			return i/kanjiBytes + 1, n
		}
	}
	return 0, 0
}

// motion is how a move changes the rank, seen by its side.
type motion uint8

const (
	noMotion motion = iota
	advance         // 上, also 行
	sideways        // 寄
	retreat         // 引
	enter           // 入, which old texts use for 引 and some for 上
)

// flank is where a move comes from, seen by its side from the destination.
type flank uint8

const (
	noFlank flank = iota
	fromLeft
	fromRight
)

// moveWords is what a written move says, before the board is asked which move
// it is.
type moveWords struct {
	kind Kind
	to   Square
	from Square // NoSquare if the text does not say

	motion   motion
	flank    flank
	straight bool // 直
	bishop   bool // named 角行, whose second character may be the word for advance

	drop     bool
	promotes bool
	declines bool

	captures bool // Western only: a capture is claimed
	quiet    bool // Western only: the square is claimed to be empty
}

// relative reports whether the words tell pieces of a kind apart.
func (w *moveWords) relative() bool {
	return w.motion != noMotion || w.flank != noFlank || w.straight
}

// motionOf returns how a move of c changes the rank.
func motionOf(c Color, from, to Square) motion {
	ahead := from.Rank() - to.Rank()
	if c == White {
		ahead = -ahead
	}
	switch {
	case ahead > 0:
		return advance
	case ahead < 0:
		return retreat
	}
	return sideways
}

// flankOf returns from which side a move of c comes, noFlank if it stays on its
// file.
func flankOf(c Color, from, to Square) flank {
	rightward := to.File() - from.File()
	if c == White {
		rightward = -rightward
	}
	switch {
	case rightward > 0:
		return fromRight
	case rightward < 0:
		return fromLeft
	}
	return noFlank
}

// movers returns the pieces of kind k of the side to move that go to the square
// by their movement, whether or not they legally may: notation counts pinned
// pieces too.
func (p *Position) movers(k Kind, to Square) SquareSet {
	return p.Attackers(to, p.turn).And(p.Pieces(p.turn, k))
}

// narrow returns those of the squares from that the relative words of w fit.
func (p *Position) narrow(from SquareSet, w *moveWords) SquareSet {
	c := p.turn & 1
	moving := func(m motion) SquareSet {
		return from.where(func(sq Square) bool { return motionOf(c, sq, w.to) == m })
	}
	on := func(f flank) SquareSet {
		return from.where(func(sq Square) bool { return flankOf(c, sq, w.to) == f })
	}
	switch w.motion {
	case noMotion:
	case enter:
		if back := moving(retreat); !back.IsEmpty() {
			from = back
		} else {
			from = moving(advance)
		}
	default:
		from = moving(w.motion)
	}
	if w.flank != noFlank {
		// A piece on the file of the destination is to the right of one that
		// comes from the left, and the other way round: dragons and horses have
		// no 直.
		beside, opposite := on(w.flank), on(fromLeft+fromRight-w.flank)
		switch {
		case !beside.IsEmpty():
			from = beside
		case !opposite.IsEmpty():
			from = on(noFlank)
		default:
			from = SquareSet{}
		}
	}
	if w.straight {
		from = on(noFlank)
		if ahead := moving(advance); !ahead.IsEmpty() {
			from = ahead
		}
	}
	return from
}

// where returns the squares of s that satisfy keep.
func (s SquareSet) where(keep func(Square) bool) (kept SquareSet) {
	for ; !s.IsEmpty(); s = s.withoutFirst() {
		if sq := s.first(); keep(sq) {
			kept = kept.Or(squareBit(sq))
		}
	}
	return kept
}

// Japanese returns m in Japanese notation with the mark of the side to move:
// "▲７六歩", "△同　歩", "▲５八金右", "▲２二角成", "△５五角打". prev is the move before
// m, NoMove if there is none, for which any invalid move stands; where both end on
// the same square the text has 同.
//
// The words that tell pieces of the same kind apart (上 寄 引 直 左 右) follow the
// rules of the Japan Shogi Association and come from where the pieces could go
// by their movement, whether or not a pin lets them. 成 or 不成 stands wherever
// the move could promote, 打 only where a piece on the board could go to the
// square too. Elephant, leopard, king and prince count as generals. What these
// words cannot say, such as the middle one of three dragons side by side, takes
// the origin in parentheses as KIF does: "▲５五龍(56)".
//
// [Position.ReadMove] reads the text back for every legal move. A move that is
// not legal is described as far as it goes; without a piece that would make it
// the result is "".
func (p *Position) Japanese(m, prev Move) string {
	return string(p.appendJapanese(make([]byte, 0, 32), m, prev))
}

// appendJapanese appends what Japanese returns.
func (p *Position) appendJapanese(dst []byte, m, prev Move) []byte {
	k := p.moverKind(m)
	if k == NoKind {
		return dst
	}
	dst = append(dst, p.turnMark()...)
	dst = appendDestination(dst, m, prev)
	dst = append(dst, moveName(k)...)
	if m.Drop() != NoKind {
		if !p.movers(k, m.To()).IsEmpty() {
			dst = append(dst, "打"...)
		}
		return dst
	}
	w := p.wordsFor(k, m)
	dst = w.appendRelative(dst)
	if m.Promotes() {
		dst = append(dst, "成"...)
	} else if may, _ := p.rulesOf().promotion(p.At(m.From()), m.From(), m.To(), p.At(m.To()) != NoPiece); may {
		dst = append(dst, "不成"...)
	}
	return w.appendOrigin(dst)
}

// moverKind returns the kind of the piece that m moves or drops, NoKind if there
// is none.
func (p *Position) moverKind(m Move) Kind {
	switch {
	case !m.Valid():
		return NoKind
	case m.Drop() != NoKind:
		return m.Drop()
	}
	return p.At(m.From()).Kind()
}

// turnMark returns the mark of the side to move.
func (p *Position) turnMark() string {
	if p.turn&1 == White {
		return "△"
	}
	return "▲"
}

// appendDestination appends where m goes: 同 and an ideographic blank if prev, a
// valid move, went to the same square.
func appendDestination(dst []byte, m, prev Move) []byte {
	if prev.Valid() && prev.To() == m.To() {
		return append(dst, "同　"...)
	}
	return appendSquareName(dst, m.To())
}

// wordsFor returns the fewest words that single out the piece that m moves.
func (p *Position) wordsFor(k Kind, m Move) moveWords {
	c, from, to := p.turn&1, m.From(), m.To()
	candidates := p.movers(k, to)
	own := moveWords{motion: motionOf(c, from, to)}
	attempts := [...]moveWords{
		{},
		{motion: own.motion},
		{straight: k.hasStraight() && own.motion == advance && flankOf(c, from, to) == noFlank},
		{flank: fromLeft},
		{flank: fromRight},
		{flank: fromLeft, motion: own.motion},
		{flank: fromRight, motion: own.motion},
	}
	for i, w := range attempts {
		if i > 0 && !w.relative() {
			continue
		}
		w.to = to
		if p.narrow(candidates, &w) == squareBit(from) {
			return w
		}
	}
	return moveWords{from: from}
}

// hasStraight reports whether the word 直 is used for pieces of kind k.
func (k Kind) hasStraight() bool {
	switch k {
	case Bishop, Rook, Horse, Dragon, PromotedGold, PromotedLeopard:
		return false
	}
	return true
}

func (w *moveWords) appendRelative(dst []byte) []byte {
	if w.straight {
		dst = append(dst, "直"...)
	}
	dst = append(dst, [...]string{noFlank: "", fromLeft: "左", fromRight: "右"}[w.flank]...)
	return append(dst, [...]string{noMotion: "", advance: "上", sideways: "寄", retreat: "引", enter: "入"}[w.motion]...)
}

// appendOrigin appends the origin as KIF writes it, "(77)", if w has one.
func (w *moveWords) appendOrigin(dst []byte) []byte {
	if w.from == NoSquare {
		return dst
	}
	return append(dst, '(', '0'+byte(w.from.File()), '0'+byte(w.from.Rank()), ')')
}

// Western returns m in the notation of Western books: letter of the piece, a
// sign (- for a move, x for a capture, * for a drop), destination, and where the
// move could promote + if it does and = if not: "P-7f", "Bx2b+", "S-3c=",
// "P*5e". Where several pieces of the kind could go to the square by their
// movement, the origin follows the letter: "G6i-5h".
//
// [Position.ReadMove] reads the text back for every legal move. Without a piece
// that would make the move the result is "".
func (p *Position) Western(m Move) string {
	k := p.moverKind(m)
	if k == NoKind {
		return ""
	}
	dst := append(make([]byte, 0, 16), k.String()...)
	if m.Drop() != NoKind {
		return string(m.To().appendText(append(dst, '*')))
	}
	if p.movers(k, m.To()) != squareBit(m.From()) {
		dst = m.From().appendText(dst)
	}
	captures := p.At(m.To()) != NoPiece
	if captures {
		dst = append(dst, 'x')
	} else {
		dst = append(dst, '-')
	}
	dst = m.To().appendText(dst)
	if m.Promotes() {
		dst = append(dst, '+')
	} else if may, _ := p.rulesOf().promotion(p.At(m.From()), m.From(), m.To(), captures); may {
		dst = append(dst, '=')
	}
	return string(dst)
}

// AmbiguousMoveError is the reason in a *[ParseError] for a text that fits
// several moves. Match it with errors.As.
type AmbiguousMoveError struct {
	Moves []Move // the moves that the text fits, two or more
}

// Error lists the moves.
func (e *AmbiguousMoveError) Error() string {
	texts := make([]string, len(e.Moves))
	for i, m := range e.Moves {
		texts[i] = m.String()
	}
	return "ambiguous move, may be " + strings.Join(texts, " or ")
}

// ReadMove reads a move that is legal in p, written in any of the ways people
// and programs do: as [Position.Japanese] and [Position.Western] write it, as
// KIF does ("７六歩(77)", "５五角打"), or in USI ("7g7f"). prev is the move before,
// to which 同 refers; NoMove if there is none, for which any invalid move stands.
//
// Japanese text may come with a mark of the side (▲ △ ▼ ▽ ☗ ☖), which must be
// that of the side to move; digits of either width, ranks as kanji or digits,
// every usual name of a piece, relative words in any order, needless or old (行
// for 上, 入 for 引), 生 for 不成, and blanks between the parts. Without 打 a move
// on the board goes before a drop. Words that contradict the board are refused;
// where several pieces fit, the one that legally may make the move is meant.
//
// Western text may leave out the sign and write both coordinates as digits; a
// sign that contradicts the board is refused.
//
// The error is a *[ParseError] with Format "move", the offset and column of the
// fault, and as its reason an [Illegality] or an error that wraps one if no legal
// move fits, an *[AmbiguousMoveError] if several do, and another error for a text
// that is no move.
func (p *Position) ReadMove(s string, prev Move) (Move, error) {
	l := moveReader{text: s, turn: p.turn & 1}
	m, fault := l.read(prev)
	if fault != nil {
		return NoMove, fault
	}
	err := error(nil)
	if m != NoMove {
		m, err = p.legalOr(m)
	} else {
		m, err = p.resolve(&l.words)
	}
	if err != nil {
		return NoMove, moveFault(s, l.start, err)
	}
	return m, nil
}

// moveFault reports a fault at a byte offset of the text of a move.
func moveFault(text string, offset int, reason error) *ParseError {
	fault := textError("move", text, offset, "")
	fault.Err = reason
	return fault
}

// looksLikeUSI reports whether s is meant as a move of USI: "7g7f", "P*5e".
func looksLikeUSI(s string) bool {
	if len(s) != 4 && len(s) != 5 {
		return false
	}
	return s[1] == '*' || squareOf(s[:2]) != NoSquare && s[2] >= '0' && s[2] <= '9'
}

// resolve returns the legal move that w means, or the reason why there is none.
func (p *Position) resolve(w *moveWords) (Move, error) {
	if p.royalTaken() {
		return NoMove, GameOver
	}
	if !p.rulesOf().board.Has(w.to) {
		return NoMove, fmt.Errorf("%w: the board has no square %v", NoSuchMove, w.to)
	}
	if occupied := p.At(w.to) != NoPiece; w.captures && !occupied || w.quiet && occupied {
		return NoMove, fmt.Errorf("%w: the sign does not fit what stands on %v", NoSuchMove, w.to)
	}
	movers := p.movers(w.kind, w.to)
	if w.drop || movers.IsEmpty() && w.from == NoSquare && !w.relative() && p.Hand(p.turn, w.kind) > 0 {
		return p.legalOr(NewDrop(w.kind, w.to))
	}
	if movers.IsEmpty() {
		return NoMove, fmt.Errorf("%w: no %s of %s can go to %v", NoSuchMove, w.kind.English(), colorName(p.turn), w.to)
	}
	fitting := p.narrow(movers, w)
	if w.bishop && w.motion == noMotion && !fitting.single() {
		w.motion = advance
		fitting = p.narrow(movers, w)
	}
	if w.from != NoSquare {
		fitting = fitting.And(squareBit(w.from))
	}
	return p.only(fitting, w)
}

// only returns the legal move from one of the squares.
func (p *Position) only(from SquareSet, w *moveWords) (Move, error) {
	switch {
	case from.IsEmpty():
		return NoMove, fmt.Errorf("%w: no %s of %s that can go to %v fits the words", NoSuchMove, w.kind.English(), colorName(p.turn), w.to)
	case from.single():
		return p.legalOr(NewMove(from.first(), w.to, w.promotes))
	}
	var all, legal []Move
	for sq := range from.All() {
		m := NewMove(sq, w.to, w.promotes)
		all = append(all, m)
		if p.Legal(m) {
			legal = append(legal, m)
		}
	}
	switch len(legal) {
	case 0:
		return p.legalOr(all[0])
	case 1:
		return legal[0], nil
	}
	return NoMove, &AmbiguousMoveError{Moves: legal}
}

// legalOr returns m, or the reason why it is not legal.
func (p *Position) legalOr(m Move) (Move, error) {
	if reason := p.illegality(m); reason != 0 {
		return NoMove, reason
	}
	return m, nil
}

// moveReader reads the text of a move into words.
type moveReader struct {
	text  string
	at    int
	start int // where the move begins, after blanks and the mark
	turn  Color
	words moveWords
}

func (l *moveReader) fail(reason string) *ParseError {
	return moveFault(l.text, l.at, errors.New(reason))
}

// peek returns the next character and its length, 0 and 0 at the end.
func (l *moveReader) peek() (rune, int) {
	if l.at >= len(l.text) {
		return 0, 0
	}
	return utf8.DecodeRuneInString(l.text[l.at:])
}

func (l *moveReader) skipBlanks() {
	for {
		r, n := l.peek()
		if n == 0 || !unicode.IsSpace(r) {
			return
		}
		l.at += n
	}
}

// accept skips the next character if it is one of those in set.
func (l *moveReader) accept(set string) (rune, bool) {
	r, n := l.peek()
	if n == 0 || r == utf8.RuneError || !strings.ContainsRune(set, r) {
		return 0, false
	}
	l.at += n
	return r, true
}

// read reads the text as a move of USI, which it returns, or into words, with
// NoMove.
func (l *moveReader) read(prev Move) (Move, *ParseError) {
	l.skipBlanks()
	if fault := l.mark(); fault != nil {
		return NoMove, fault
	}
	l.skipBlanks()
	l.start = l.at
	if rest := strings.TrimRightFunc(l.text[l.at:], unicode.IsSpace); looksLikeUSI(rest) {
		return l.usi(rest)
	}
	r, n := l.peek()
	switch {
	case n == 0:
		return NoMove, l.fail("there is no move")
	case r == '+' || r >= 'A' && r <= 'Z':
		return NoMove, l.western()
	}
	return NoMove, l.japanese(prev)
}

func (l *moveReader) usi(s string) (Move, *ParseError) {
	m, err := ParseMove(s)
	var fault *ParseError
	if errors.As(err, &fault) {
		return NoMove, moveFault(l.text, l.at+fault.Offset, fault.Err)
	}
	return m, nil
}

// The marks of the sides.
const (
	blackMarks = "▲▼☗⛊"
	whiteMarks = "△▽☖⛉"
)

// mark reads the mark of a side, which may be missing.
func (l *moveReader) mark() *ParseError {
	mine, theirs := blackMarks, whiteMarks
	if l.turn == White {
		mine, theirs = theirs, mine
	}
	if r, n := l.peek(); n > 0 && strings.ContainsRune(theirs, r) {
		return l.fail(fmt.Sprintf("the mark %c is not that of the side to move", r))
	}
	l.accept(mine)
	return nil
}

func (l *moveReader) japanese(prev Move) *ParseError {
	if _, same := l.accept("同仝"); same {
		if !prev.Valid() {
			l.at = l.start
			return l.fail("同 has no move before it to refer to")
		}
		l.words.to = prev.To()
	} else {
		sq, n := squareNamed(l.text[l.at:])
		if n == 0 {
			return l.fail("want a square such as ７六, or 同")
		}
		l.words.to = sq
		l.at += n
	}
	l.skipBlanks()
	k, n := kindNamed(l.text[l.at:])
	if n == 0 {
		return l.fail("no piece has this name")
	}
	l.words.kind = k
	l.words.bishop = l.text[l.at:l.at+n] == "角行"
	l.at += n
	for {
		l.skipBlanks()
		if l.at == len(l.text) {
			return nil
		}
		if fault := l.word(); fault != nil {
			return fault
		}
	}
}

// word reads one of the words after the name of the piece.
func (l *moveReader) word() *ParseError {
	w := &l.words
	r, n := l.peek()
	set := func(free bool, apply func()) *ParseError {
		if !free {
			return l.fail("this does not go with the words before it")
		}
		apply()
		l.at += n
		return nil
	}
	moving := func(m motion) *ParseError {
		return set(w.motion == noMotion && !w.drop, func() { w.motion = m })
	}
	coming := func(f flank) *ParseError {
		return set(w.flank == noFlank && !w.drop, func() { w.flank = f })
	}
	settled := w.promotes || w.declines || w.drop
	switch r {
	case '上', '行':
		return moving(advance)
	case '寄':
		return moving(sideways)
	case '引':
		return moving(retreat)
	case '入':
		return moving(enter)
	case '左':
		return coming(fromLeft)
	case '右':
		return coming(fromRight)
	case '直':
		return set(!w.straight && !w.drop, func() { w.straight = true })
	case '打':
		return set(!settled && !w.relative(), func() { w.drop = true })
	case '成':
		return set(!settled, func() { w.promotes = true })
	case '生':
		return set(!settled, func() { w.declines = true })
	case '不':
		if !strings.HasPrefix(l.text[l.at:], "不成") {
			break
		}
		n = len("不成")
		return set(!settled, func() { w.declines = true })
	case '(', '（':
		return l.origin()
	}
	return l.fail("this is no part of a move")
}

// origin reads the origin in parentheses, "(77)"; that of a drop may be "(00)".
func (l *moveReader) origin() *ParseError {
	start := l.at
	l.accept("(（")
	l.accept("←")
	if rest := l.text[l.at:]; l.words.drop && strings.HasPrefix(rest, "00") {
		l.at += len("00")
	} else if sq, n := squareNamed(rest); n > 0 && !l.words.drop && l.words.from == NoSquare {
		l.words.from = sq
		l.at += n
	} else {
		l.at = start
		return l.fail("want one origin such as (77) after a move on the board")
	}
	if _, closed := l.accept(")）"); !closed {
		return l.fail("the parenthesis is not closed")
	}
	return nil
}

// western reads the Western notation.
func (l *moveReader) western() *ParseError {
	w := &l.words
	n := 1
	if l.text[l.at] == '+' && l.at+1 < len(l.text) {
		n = 2
	}
	k, err := ParseKind(l.text[l.at : l.at+n])
	if err != nil {
		return l.fail("no piece has this letter")
	}
	w.kind = k
	l.at += n
	first, n := squareNamed(l.text[l.at:])
	l.at += n
	sign, signed := l.accept("-x×*'")
	second, m := squareNamed(l.text[l.at:])
	switch {
	case m > 0:
		w.from, w.to = first, second
	case n > 0 && !signed:
		w.to = first
	default:
		return l.fail("want a square such as 7f")
	}
	l.at += m
	switch sign {
	case '-':
		w.quiet = true
	case 'x', '×':
		w.captures = true
	case '*', '\'':
		w.drop = true
	}
	return l.westernEnd()
}

// westernEnd reads what may follow the destination.
func (l *moveReader) westernEnd() *ParseError {
	w := &l.words
	if w.drop && w.from != NoSquare {
		l.at = l.start
		return l.fail("a drop has no origin")
	}
	if !w.drop {
		switch r, _ := l.accept("+="); r {
		case '+':
			w.promotes = true
		case '=':
			w.declines = true
		}
	}
	l.skipBlanks()
	if l.at < len(l.text) {
		return l.fail("this is no part of a move")
	}
	return nil
}
