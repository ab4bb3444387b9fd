package shoshogi

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"
)

// rulebook is what a Rules value means for the program: the shape of the board,
// masks for promotion and drops, the initial position. It is immutable and
// interned: equal Rules share one, so positions compare by pointer.
type rulebook struct {
	rules Rules
	start Position
	salt  uint64 // keeps hashes of different rules apart
	set   [King + 1]int

	files, ranks int
	board        SquareSet

	promotes  Kinds            // the kinds that may promote at all
	pieces    [pieceLimit]bool // the pieces that may stand on the board
	zone      [2]SquareSet
	near      [2][promotionClasses]SquareSet // from where a step or jump may promote
	lastRank  [2]SquareSet
	lastTwo   [2]SquareSet
	inside    [2][promotionClasses]SquareSet // where a move from inside the zone may promote, whatever it captures
	capturing SquareSet                      // where a capture from inside the zone may promote besides
	must      [2][promotionClasses]SquareSet // where a piece that may promote must

	handUnits [pieceLimit]hand // what a captured piece adds to the hand
}

// promotionClass tells kinds apart that promote under different conditions.
type promotionClass uint8

const (
	generals promotionClass = iota // all others
	pawnsEtc                       // pawn and lance
	horsemen                       // knight
	promotionClasses
)

func (k Kind) promotionClass() promotionClass {
	switch k {
	case Pawn, Lance:
		return pawnsEtc
	case Knight:
		return horsemen
	}
	return generals
}

// books interns the rulebooks. It holds them weakly, so that one disappears
// with the last position that uses it.
var books struct {
	sync.Mutex
	byRules map[Rules]weak.Pointer[rulebook]
}

// recentBook is the rulebook asked for last: most programs use one.
var recentBook atomic.Pointer[rulebook]

// bookOf returns the rulebook of r, or what r.Validate reports.
func bookOf(r Rules) (*rulebook, error) {
	if book := recentBook.Load(); book != nil && book.rules == r {
		return book, nil
	}
	book, err := findBook(r)
	if err == nil {
		recentBook.Store(book)
	}
	return book, err
}

func findBook(r Rules) (*rulebook, error) {
	books.Lock()
	book := books.byRules[r].Value()
	books.Unlock()
	if book != nil {
		return book, nil
	}
	fresh, err := newRulebook(r)
	if err != nil {
		return nil, err
	}
	return intern(r, fresh), nil
}

// intern makes fresh the rulebook of r unless another goroutine was faster.
func intern(r Rules, fresh *rulebook) *rulebook {
	books.Lock()
	defer books.Unlock()
	if book := books.byRules[r].Value(); book != nil {
		return book
	}
	if books.byRules == nil {
		books.byRules = make(map[Rules]weak.Pointer[rulebook])
	}
	books.byRules[r] = weak.Make(fresh)
	runtime.AddCleanup(fresh, forget, r)
	return fresh
}

// forget drops the entry of a rulebook that has been collected, unless a new
// one has taken its place.
func forget(r Rules) {
	books.Lock()
	defer books.Unlock()
	if books.byRules[r].Value() == nil {
		delete(books.byRules, r)
	}
}

// newRulebook works out what r means, or lists what is wrong with it.
func newRulebook(r Rules) (*rulebook, error) {
	faults := r.fieldFaults()
	book := &rulebook{rules: r}
	setup, files, ranks, err := parseStart(r.startSFEN())
	if err != nil {
		return nil, &RulesError{append(faults, RulesFault{"Start", err.Error()})}
	}
	book.shape(files, ranks)
	book.count(&setup)
	book.promotionMasks()
	book.hands()
	book.salt = textHash(r.String())
	startFaults := book.place(&book.start, &setup)
	faults = append(book.startFaults(startFaults), faults...)
	if len(faults) > 0 {
		return nil, &RulesError{faults}
	}
	return book, nil
}

func (book *rulebook) shape(files, ranks int) {
	book.files, book.ranks = files, ranks
	rank := func(n int) (s SquareSet) {
		for file := 1; file <= files; file++ {
			s = s.Or(SquaresOf(SquareAt(file, n)))
		}
		return s
	}
	for n := 1; n <= ranks; n++ {
		book.board = book.board.Or(rank(n))
	}
	book.lastRank = [2]SquareSet{rank(1), rank(ranks)}
	book.lastTwo = [2]SquareSet{rank(1).Or(rank(2)), rank(ranks).Or(rank(ranks - 1))}
	book.zone = [2]SquareSet{rank(1).Or(rank(2)).Or(rank(3)), rank(ranks).Or(rank(ranks - 1)).Or(rank(ranks - 2))}
}

// count notes how many pieces of each unpromoted kind the game has.
func (book *rulebook) count(s *Setup) {
	for _, pc := range s.Board {
		if pc != NoPiece {
			book.set[pc.Kind().Unpromoted()]++
		}
	}
	for c := range s.Hands {
		for k, n := range s.Hands[c] {
			book.set[k] += n
		}
	}
}

func (book *rulebook) promotionMasks() {
	r := book.rules
	for k := Pawn; k < kindCount; k++ {
		if k.Promoted() != NoKind && (k != Gold || r.GoldPromotes) {
			book.promotes = book.promotes.With(k)
		}
	}
	for k := Pawn; k < kindCount; k++ {
		possible := k == k.Unpromoted() || book.promotes.Has(k.Unpromoted())
		book.pieces[makePiece(k, Black)], book.pieces[makePiece(k, White)] = possible, possible
	}
	if r.Promotion == OnEntryOrCapture {
		book.capturing = book.board
	}
	for c := range 2 {
		switch r.Promotion {
		case InZone:
			book.inside[c] = [promotionClasses]SquareSet{book.board, book.board, book.board}
		default:
			book.inside[c][pawnsEtc] = book.lastRank[c]
		}
		switch r.Compulsory {
		case OnLastRank:
			book.must[c] = [promotionClasses]SquareSet{pawnsEtc: book.lastRank[c], horsemen: book.lastRank[c]}
		case WhenStuck:
			book.must[c] = [promotionClasses]SquareSet{pawnsEtc: book.lastRank[c], horsemen: book.lastTwo[c]}
		case Always:
			book.must[c] = [promotionClasses]SquareSet{book.board, book.board, book.board}
		}
		book.near[c] = book.nearZone(Color(c))
	}
}

// nearZone returns for each class from where a step or jump of c may promote.
func (book *rulebook) nearZone(c Color) (near [promotionClasses]SquareSet) {
	zone := book.zone[c]
	one := ahead(c.Other(), zone).AndNot(zone)
	near = [promotionClasses]SquareSet{one, one, one.Or(ahead(c.Other(), one))}
	for class := range near {
		if !book.inside[c][class].Or(book.capturing).IsEmpty() {
			near[class] = near[class].Or(zone)
		}
	}
	return near
}

func (book *rulebook) hands() {
	for k := Pawn; k < kindCount; k++ {
		if u := k.Unpromoted(); book.rules.Drops.Has(u) {
			book.handUnits[makePiece(k, Black)] = handUnit(u)
			book.handUnits[makePiece(k, White)] = handUnit(u)
		}
	}
}

// promotion reports whether pc may and whether it must promote when it moves
// from one square to another.
func (book *rulebook) promotion(pc Piece, from, to Square, captures bool) (may, must bool) {
	k, c := pc.Kind(), pc.Color()
	if !book.promotes.Has(k) {
		return false, false
	}
	class := k.promotionClass()
	if book.zone[c].Has(from) {
		may = book.inside[c][class].Has(to) || captures && book.capturing.Has(to)
	} else {
		may = book.zone[c].Has(to)
	}
	return may, may && book.must[c][class].Has(to)
}

// deadDrops returns the squares from which a dropped piece of kind k could
// never move.
func (book *rulebook) deadDrops(c Color, k Kind) SquareSet {
	switch k.promotionClass() {
	case pawnsEtc:
		return book.lastRank[c]
	case horsemen:
		return book.lastTwo[c]
	}
	return SquareSet{}
}

// textHash is a 64-bit FNV-1a hash, mixed.
func textHash(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return mix(h)
}
