package shoshogi

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Rules is one reading of the rules, as data. The zero Rules is [Sho]. Start
// from a preset and set the fields that differ; Rules compare with ==. A
// position takes its rules when it is made and keeps them.
//
// Rules that are written differently are different rules, even where they mean
// the same (a Count of 4 and of 0, a Start spelt out and left empty): positions
// under them are not equal. [Rules.Canonical] writes them in one way.
//
// The rules of sho shogi are lost. The presets and fields say which source each
// reading comes from: E is the encyclopedia article on 小将棋 (Japanese
// Wikipedia), F the reconstruction of the Chu Shogi Federation (中将棋連盟,
// 2000–2005), A the rules of 朝倉象棋 as played in Fukui, X the programs that
// play the game today.
type Rules struct {
	// Start is the SFEN of the initial position. It gives the board's shape, from
	// 3 ranks and 1 file to 9×9, and the set: no position has more pieces of a
	// kind than Start, promoted ones counted as what they were. Empty means that
	// of sho shogi.
	Start string

	Promotion  Promotion  // when a piece may promote
	Compulsory Compulsory // when a piece that may promote must
	Check      Check      // whether one's last royal may be left attacked

	// Drops is the set of kinds that change sides when captured and may be
	// dropped; captured pieces of other kinds leave the game. A captured prince
	// comes to hand as an elephant if Drops has the elephant. Only unpromoted
	// kinds may be in it. Empty in sho shogi: no drops.
	Drops        Kinds
	TwoPawns     bool // true allows two unpromoted pawns of one side on a file (二歩) by a drop
	PawnDropMate bool // true allows a pawn drop to mate (打ち歩詰め); without effect where check may be ignored, since there is no mate

	// GoldPromotes lets the gold promote to a piece that moves as a rook
	// (金飛車), as one source of the 46-piece game may mean; it is not known.
	GoldPromotes bool

	BareKing   BareKing   // what a side with one royal and nothing else suffers
	Repetition Repetition // what a position that recurs leads to (千日手)
	Impasse    Impasse    // how a game that neither side can win is settled (持将棋)
}

// Promotion says when a piece may promote. The promotion zone is the three
// ranks farthest from the owner.
type Promotion uint8

// The readings of promotion.
const (
	OnEntry          Promotion = iota // on a move from outside the zone into it; pawn and lance again on reaching the last rank (E)
	InZone                            // on any move that starts or ends in the zone (F, X, modern shogi)
	OnEntryOrCapture                  // on entry, on a capture that starts in the zone, pawn and lance again on the last rank (chu shogi)
)

// Compulsory says when a piece must promote. It applies only to moves that give
// the right to promote.
type Compulsory uint8

// The readings of compulsory promotion.
const (
	Never      Compulsory = iota // a piece may always decline (E)
	OnLastRank                   // pawn, lance and knight on the last rank (the letter of F)
	WhenStuck                    // pawn, lance and knight where they could never move again (F as modern shogi)
	Always                       // every piece whenever it may (Heian shogi)
)

// Check says whether a side may leave its last royal attacked.
type Check uint8

// The readings of check.
const (
	MustMeet  Check = iota // leaving one's last royal attacked is illegal; no way out is mate (E, X)
	MayIgnore              // it is legal, and the royal may be captured; losing the last one loses (F)
)

// BareKing says what happens to a side that has one royal and nothing else
// (駒枯れ). Two bare royals are a draw in all readings but BareIgnored.
type BareKing uint8

// The readings of the bare king.
const (
	BareLoses            BareKing = iota // it loses at once to a side with anything besides royals (E, second sentence)
	BareLosesToLonePiece                 // it loses to a side with one royal and exactly one other piece (E, first sentence)
	BareLosesUnlessBared                 // as BareLoses, but it may first take the last piece of the other side at once (chu shogi, F)
	BareIgnored                          // no such rule (X, modern shogi)
)

// Repetition says what a recurring position leads to (千日手). A position recurs
// when board, side to move and hands are the same.
type Repetition struct {
	// Count is the occurrence that triggers the rule, 2 or more. 0 means 4, or,
	// if Cycles is set, that only Cycles counts.
	Count int

	// Cycles is the old count that E also names: the rule triggers when the same
	// sequence of moves, of any even length, has been played this many times in a
	// row, 2 or more. 0 means not to count cycles. With both set, whichever comes
	// first triggers. Looking for cycles takes time in proportion to the length of the
	// game at each move; bound the length of games that come from outside.
	Cycles int

	Verdict   Verdict   // what happens then
	Perpetual Perpetual // what happens instead if one side alone has checked on each of its moves in the repetition

	// Attacker makes the attacking side deviate, which E names as possible
	// without a definition. Here it is the side whose moved piece attacks an
	// enemy piece on each of its moves in the repetition, while the other side's
	// does not: its repeating move is illegal, and that of the other side is free.
	// Perpetual check goes first; where neither or both attack, Verdict applies.
	Attacker bool
}

// Verdict says what a repetition leads to.
type Verdict uint8

// The verdicts. Ignored is one too.
const (
	Forbidden Verdict = iota // the move that would complete the repetition is illegal (E, chu shogi)
	Draws                    // the game is drawn (F, X, modern shogi)
	Loses                    // the side that completes the repetition loses
)

// Perpetual says what perpetual check leads to: a repetition in which one side
// has given check on each of its moves and the other has not.
type Perpetual uint8

// The readings of perpetual check. Ignored is one too.
const (
	CheckerDeviates Perpetual = iota // the checking side's repeating move is illegal, the checked side's is free (E)
	CheckerLoses                     // the checking side loses, whoever completes the repetition (modern shogi)
)

// Ignored, as a [Verdict], lets positions recur without end; as a [Perpetual],
// treats perpetual check as any repetition. It is untyped to serve as both; no
// other field has such a value, so that [Rules.Validate] finds it elsewhere.
const Ignored = 9

// Impasse says how a game that neither side can win is settled (持将棋). The zero
// Impasse is by agreement; the constant [ByAgreement] means the same.
type Impasse uint8

// Points27 lets a side end the game by the declaration of 入玉宣言; see
// [Game.Declare].
const Points27 Impasse = 1

// Placement says where the leopards of the 46-piece game start, which is not
// known.
type Placement uint8

// The placements of the leopards.
const (
	AboveSilver Placement = iota
	AboveGold
)

var (
	promotionNames  = []string{"on-entry", "in-zone", "on-entry-or-capture"}
	compulsoryNames = []string{"never", "on-last-rank", "when-stuck", "always"}
	checkNames      = []string{"must-meet", "may-ignore"}
	bareKingNames   = []string{"loses", "loses-to-lone-piece", "loses-unless-bared", "ignored"}
	verdictNames    = []string{Forbidden: "forbidden", Draws: "draws", Loses: "loses", Ignored: "ignored"}
	perpetualNames  = []string{CheckerDeviates: "checker-deviates", CheckerLoses: "checker-loses", Ignored: "ignored"}
	impasseNames    = []string{"by-agreement", "points-27", ByAgreement: "by-agreement"}
	placementNames  = []string{"above-silver", "above-gold"}
)

// String returns the name that the text form of [Rules] uses.
func (v Promotion) String() string { return nameOf("Promotion", promotionNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Compulsory) String() string { return nameOf("Compulsory", compulsoryNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Check) String() string { return nameOf("Check", checkNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v BareKing) String() string { return nameOf("BareKing", bareKingNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Verdict) String() string { return nameOf("Verdict", verdictNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Perpetual) String() string { return nameOf("Perpetual", perpetualNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Impasse) String() string { return nameOf("Impasse", impasseNames, uint8(v)) }

// String returns the name that the text form of [Rules] uses.
func (v Placement) String() string { return nameOf("Placement", placementNames, uint8(v)) }

// The initial positions.
const (
	shoStart         = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1"
	sho46SilverStart = "lnsgkgsnl/1rf1e1fb1/ppppppppp/9/9/9/PPPPPPPPP/1BF1E1FR1/LNSGKGSNL b - 1"
	sho46GoldStart   = "lnsgkgsnl/1r1fef1b1/ppppppppp/9/9/9/PPPPPPPPP/1B1FEF1R1/LNSGKGSNL b - 1"
	heianStart       = "lnsgkgsnl/9/ppppppppp/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1"
	heianSmallStart  = "lnsgksnl/8/pppppppp/8/8/PPPPPPPP/8/LNSKGSNL b - 1"
	shogiStart       = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
)

// Sho returns the rules of sho shogi (小将棋) as E has them, the zero Rules:
// promotion on entering the zone and never compulsory, check must be met, a bare
// king loses at once, the fourth occurrence of a position is forbidden and a
// perpetual checker must deviate.
func Sho() Rules { return Rules{} }

// ShoFederation returns the reconstruction of sho shogi by the Chu Shogi
// Federation (F): promotion on any move in the zone and compulsory for pieces
// that could not move again, royals may be captured, a bare king loses unless it
// bares back. F leaves repetition open; the modern rule stands in: the fourth
// occurrence draws, perpetual check loses.
func ShoFederation() Rules {
	return Rules{
		Promotion:  InZone,
		Compulsory: WhenStuck,
		Check:      MayIgnore,
		BareKing:   BareLosesUnlessBared,
		Repetition: Repetition{Verdict: Draws, Perpetual: CheckerLoses},
	}
}

// ShoModern returns sho shogi as programs play it today (X): modern shogi with
// an elephant and without drops. There is no bare-king rule.
func ShoModern() Rules {
	return Rules{
		Promotion:  InZone,
		Compulsory: WhenStuck,
		BareKing:   BareIgnored,
		Repetition: Repetition{Verdict: Draws, Perpetual: CheckerLoses},
	}
}

// ShoChu returns sho shogi in the style of chu shogi: promotion on entry or
// capture, never compulsory, royals may be captured, a bare king loses unless it
// bares back, and the side that would bring a position about for the fourth time
// must deviate, whoever gives check.
func ShoChu() Rules {
	return Rules{
		Promotion:  OnEntryOrCapture,
		Check:      MayIgnore,
		BareKing:   BareLosesUnlessBared,
		Repetition: Repetition{Verdict: Forbidden, Perpetual: Ignored},
	}
}

// Sho46 returns the 46-piece 小象棋, sho shogi with leopards. Their place is not
// known; nor is whether golds promote ([Rules.GoldPromotes]), whether captured
// pieces may be dropped ([Rules.Drops]), and what a pawn, lance or knight does
// that could not move again: here promotion is never compulsory. The rest is as
// in [ShoModern]. An unknown placement counts as AboveSilver.
func Sho46(placement Placement) Rules {
	r := ShoModern()
	r.Compulsory = Never
	r.Start = sho46SilverStart
	if placement == AboveGold {
		r.Start = sho46GoldStart
	}
	return r
}

// Asakura returns 朝倉象棋 as played in Fukui (A): [ShoModern] with drops.
// Captured kings, elephants and princes leave the game; local variants let the
// elephant or even the king be dropped, which Drops can say.
func Asakura() Rules {
	r := ShoModern()
	r.Drops = KindsOf(Pawn, Lance, Knight, Silver, Gold, Bishop, Rook)
	return r
}

// Heian returns 平安将棋 on 9 files and 8 ranks after 二中歴: no rook, bishop or
// elephant; "entering the three enemy ranks, all become gold", so promotion
// comes with entry, always; mate or a bare king wins. Repetition is as in
// [ShoModern].
func Heian() Rules {
	r := ShoModern()
	r.Start = heianStart
	r.Promotion = OnEntry
	r.Compulsory = Always
	r.BareKing = BareLoses
	return r
}

// HeianSmall returns [Heian] on the board of 8 files and 8 ranks, on which each
// side has one gold.
func HeianSmall() Rules {
	r := Heian()
	r.Start = heianSmallStart
	return r
}

// Shogi returns modern shogi (本将棋).
func Shogi() Rules {
	r := Asakura()
	r.Start = shogiStart
	return r
}

// presets lists the rules that have a name.
var presets = []struct {
	name  string
	rules func() Rules
}{
	{"sho", Sho},
	{"sho-federation", ShoFederation},
	{"sho-modern", ShoModern},
	{"sho-chu", ShoChu},
	{"sho46-above-silver", func() Rules { return Sho46(AboveSilver) }},
	{"sho46-above-gold", func() Rules { return Sho46(AboveGold) }},
	{"asakura", Asakura},
	{"heian", Heian},
	{"heian-small", HeianSmall},
	{"shogi", Shogi},
}

// RulesNames returns the names of the presets, in the order sho,
// sho-federation, sho-modern, sho-chu, sho46-above-silver, sho46-above-gold,
// asakura, heian, heian-small, shogi. [ParseRules] reads each.
func RulesNames() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Name returns the name of the preset that r equals, "custom" if there is none.
func (r Rules) Name() string {
	for _, p := range presets {
		if p.rules() == r {
			return p.name
		}
	}
	return "custom"
}

// Canonical returns rules that mean the same as r, with every default written as
// the zero value: an empty Start for that of sho shogi, a Count of 0 for 4 where
// only it counts, the zero Impasse for [ByAgreement].
func (r Rules) Canonical() Rules {
	if r.Start == shoStart {
		r.Start = ""
	}
	if r.Repetition.Count == 4 && r.Repetition.Cycles == 0 {
		r.Repetition.Count = 0
	}
	if r.Impasse == ByAgreement {
		r.Impasse = 0
	}
	return r
}

func (r Rules) startSFEN() string {
	if r.Start == "" {
		return shoStart
	}
	return r.Start
}

// rulesOption is one key of the text form of Rules.
type rulesOption struct {
	key string
	get func(r *Rules) string
	set func(r *Rules, value string) error
}

// rulesOptions lists the keys of the text form in the order of the fields.
var rulesOptions = []rulesOption{
	{"start", func(r *Rules) string { return r.startSFEN() }, setStart},
	nameOption("promotion", promotionNames, func(r *Rules) *Promotion { return &r.Promotion }),
	nameOption("compulsory", compulsoryNames, func(r *Rules) *Compulsory { return &r.Compulsory }),
	nameOption("check", checkNames, func(r *Rules) *Check { return &r.Check }),
	{"drops", func(r *Rules) string { return r.Drops.String() }, func(r *Rules, s string) (err error) { r.Drops, err = ParseKinds(s); return err }},
	boolOption("two-pawns", func(r *Rules) *bool { return &r.TwoPawns }),
	boolOption("pawn-drop-mate", func(r *Rules) *bool { return &r.PawnDropMate }),
	boolOption("gold-promotes", func(r *Rules) *bool { return &r.GoldPromotes }),
	nameOption("bare-king", bareKingNames, func(r *Rules) *BareKing { return &r.BareKing }),
	nameOption("repetition", verdictNames, func(r *Rules) *Verdict { return &r.Repetition.Verdict }),
	intOption("count", func(r *Rules) *int { return &r.Repetition.Count }),
	intOption("cycles", func(r *Rules) *int { return &r.Repetition.Cycles }),
	nameOption("perpetual", perpetualNames, func(r *Rules) *Perpetual { return &r.Repetition.Perpetual }),
	boolOption("attacker", func(r *Rules) *bool { return &r.Repetition.Attacker }),
	nameOption("impasse", impasseNames, func(r *Rules) *Impasse { return &r.Impasse }),
}

// setStart sets the initial position, that of sho shogi as the default that it is.
func setStart(r *Rules, sfen string) error {
	if r.Start = sfen; sfen == shoStart {
		r.Start = ""
	}
	return nil
}

func nameOption[T ~uint8](key string, names []string, field func(*Rules) *T) rulesOption {
	return rulesOption{key,
		func(r *Rules) string { return nameOf(key, names, uint8(*field(r))) },
		func(r *Rules, s string) (err error) { *field(r), err = parseName[T](key, names, s); return err }}
}

func boolOption(key string, field func(*Rules) *bool) rulesOption {
	return rulesOption{key,
		func(r *Rules) string { return strconv.FormatBool(*field(r)) },
		func(r *Rules, s string) error {
			if s != "true" && s != "false" {
				return textError(key, s, 0, "want true or false")
			}
			*field(r) = s == "true"
			return nil
		}}
}

func intOption(key string, field func(*Rules) *int) rulesOption {
	return rulesOption{key,
		func(r *Rules) string { return strconv.Itoa(*field(r)) },
		func(r *Rules, s string) error {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 {
				return textError(key, s, 0, "want a number")
			}
			*field(r) = n
			return nil
		}}
}

// String returns the text form of r: the name of a preset and, where r differs
// from it, keys and values in a fixed order: "asakura", "sho,compulsory=always".
// The preset is the one with the fewest differences, that with the shortest text
// if there are several. The keys are start,
// promotion, compulsory, check, drops, two-pawns, pawn-drop-mate, gold-promotes,
// bare-king, repetition, count, cycles, perpetual, attacker and impasse.
func (r Rules) String() string {
	best := ""
	fewest := len(rulesOptions) + 1
	for _, p := range presets {
		base := p.rules()
		var b strings.Builder
		b.WriteString(p.name)
		differing := 0
		for _, o := range rulesOptions {
			if value := o.get(&r); value != o.get(&base) {
				differing++
				b.WriteString("," + o.key + "=" + value)
			}
		}
		if differing < fewest || differing == fewest && b.Len() < len(best) {
			fewest, best = differing, b.String()
		}
	}
	return best
}

// GoString returns a Go expression that makes rules equal to r, up to the two
// ways of writing a default: a start spelt out, an impasse by agreement.
func (r Rules) GoString() string { return fmt.Sprintf("shoshogi.MustParseRules(%q)", r.String()) }

// ParseRules reads the text form of [Rules.String]: the name of a preset,
// followed by any number of keys with values: "asakura,repetition=forbidden". The
// name sho46 stands for sho46-above-silver. A fault in the text is a
// *[ParseError]; rules that [Rules.Validate] refuses give its error.
func ParseRules(s string) (Rules, error) {
	name, rest, more := strings.Cut(s, ",")
	r, ok := presetNamed(name)
	if !ok {
		return Rules{}, textError("rules", s, 0, "no rules have this name; want one of "+strings.Join(RulesNames(), ", "))
	}
	offset := len(name) + 1
	seen := map[string]bool{}
	for more {
		var item string
		item, rest, more = strings.Cut(rest, ",")
		key, value, hasValue := strings.Cut(item, "=")
		if !hasValue {
			return Rules{}, textError("rules", s, offset, "want key=value")
		}
		option := optionNamed(key)
		switch {
		case option == nil:
			return Rules{}, textError("rules", s, offset, fmt.Sprintf("there is no key %.40q", key))
		case seen[key]:
			return Rules{}, textError("rules", s, offset, fmt.Sprintf("the key %q stands twice", key))
		}
		seen[key] = true
		if err := option.set(&r, value); err != nil {
			at := offset + len(key) + 1
			var fault *ParseError // in the value
			if errors.As(err, &fault) {
				at, err = at+fault.Offset, fault.Err
			}
			return Rules{}, textError("rules", s, at, err.Error())
		}
		offset += len(item) + 1
	}
	if err := r.Validate(); err != nil {
		return Rules{}, err
	}
	return r, nil
}

// MustParseRules is ParseRules for texts known to be right; it panics on an
// error.
func MustParseRules(s string) Rules {
	r, err := ParseRules(s)
	if err != nil {
		panic(err)
	}
	return r
}

func presetNamed(name string) (Rules, bool) {
	if name == "sho46" {
		return Sho46(AboveSilver), true
	}
	for _, p := range presets {
		if p.name == name {
			return p.rules(), true
		}
	}
	return Rules{}, false
}

func optionNamed(key string) *rulesOption {
	for i := range rulesOptions {
		if rulesOptions[i].key == key {
			return &rulesOptions[i]
		}
	}
	return nil
}

// AppendText appends what String returns; rules that Validate refuses are an
// error.
func (r Rules) AppendText(dst []byte) ([]byte, error) {
	if err := r.Validate(); err != nil {
		return dst, err
	}
	return append(dst, r.String()...), nil
}

// MarshalText returns what String returns; rules that Validate refuses are an
// error.
func (r Rules) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseRules].
func (r *Rules) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseRules) }

// RulesError lists everything that makes a [Rules] senseless.
type RulesError struct {
	Faults []RulesFault
}

// RulesFault is one fault of a [Rules].
type RulesFault struct {
	Field   string // the field, "Start", "Repetition.Count"
	Problem string // what is wrong with it
}

// Error returns all faults on one line.
func (e *RulesError) Error() string {
	parts := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		parts[i] = f.Field + ": " + f.Problem
	}
	return "invalid rules: " + strings.Join(parts, "; ")
}

// Validate returns nil if a game can be played by r, and otherwise a
// *[RulesError] that lists every fault: unknown values, promoted or unknown kinds
// in Drops, a Start that is no SFEN or no possible position, that leaves a side
// without a royal, has more than 63 pieces of a kind, or a set with which a
// position could have more than [MaxMoves] moves, and a repetition count below 2.
func (r Rules) Validate() error {
	_, err := bookOf(r)
	return err
}

// fieldFaults lists what is wrong with the single fields, Start apart.
func (r Rules) fieldFaults() (faults []RulesFault) {
	enum := func(field string, names []string, value uint8) {
		if int(value) >= len(names) || names[value] == "" {
			faults = append(faults, RulesFault{field, fmt.Sprintf("unknown value %d", value)})
		}
	}
	enum("Promotion", promotionNames, uint8(r.Promotion))
	enum("Compulsory", compulsoryNames, uint8(r.Compulsory))
	enum("Check", checkNames, uint8(r.Check))
	enum("BareKing", bareKingNames, uint8(r.BareKing))
	enum("Repetition.Verdict", verdictNames, uint8(r.Repetition.Verdict))
	enum("Repetition.Perpetual", perpetualNames, uint8(r.Repetition.Perpetual))
	enum("Impasse", impasseNames, uint8(r.Impasse))
	if r.Drops&^allKinds != 0 {
		faults = append(faults, RulesFault{"Drops", "has bits that stand for no kind"})
	}
	for k := range r.Drops.All() {
		if k.Unpromoted() != k {
			faults = append(faults, RulesFault{"Drops", fmt.Sprintf("the promoted kind %v cannot be dropped", k)})
		}
	}
	number := func(field string, n int) {
		if n < 0 || n == 1 {
			faults = append(faults, RulesFault{field, fmt.Sprintf("%d is neither 0 nor at least 2", n)})
		}
	}
	number("Repetition.Count", r.Repetition.Count)
	number("Repetition.Cycles", r.Repetition.Cycles)
	return faults
}

// startFaults lists what is wrong with the initial position, given what placing
// it found.
func (book *rulebook) startFaults(found []SetupFault) (faults []RulesFault) {
	fault := func(format string, args ...any) {
		faults = append(faults, RulesFault{"Start", fmt.Sprintf(format, args...)})
	}
	for _, f := range found {
		fault("%v", f)
	}
	for k := Pawn; k <= King; k++ {
		if book.set[k] > maxOfKind {
			fault("%d pieces of kind %v, at most %d are possible", book.set[k], k, maxOfKind)
		}
	}
	if n := book.maxMoves(); n > MaxMoves {
		fault("a position with these pieces could have %d moves, at most %d are possible", n, MaxMoves)
	}
	if len(found) == 0 {
		for c := range Color(2) {
			if book.start.Royals(c).IsEmpty() {
				fault("%s has no royal", colorName(c))
			}
		}
	}
	return faults
}

func colorName(c Color) string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// maxMoves returns a number that no position under the rules can exceed: every
// piece either stands on the board and makes as many moves as its best form
// can, or is in hand, where every kind makes one move to each empty square. A
// piece on the board takes one square from each kind in hand.
func (book *rulebook) maxMoves() int {
	kindsInHand := book.rules.Drops.Len()
	total := kindsInHand * book.board.Len()
	for k := Pawn; k <= King; k++ {
		best := mobility(k)
		if book.promotes.Has(k) {
			best = max(2*best, mobility(k.Promoted()))
		}
		total += book.set[k] * max(0, best-kindsInHand)
	}
	return total
}

// mobility returns how many squares a piece of kind k can reach at most.
func mobility(k Kind) int {
	info := kindTable[k]
	n := bits.OnesCount8(info.steps)
	if info.jumps {
		n += 2
	}
	if info.slides&orthogonals == orthogonals {
		n += 16
	} else if info.slides != 0 && info.slides&diagonals == 0 {
		n += 8
	}
	if info.slides&diagonals != 0 {
		n += 16
	}
	return n
}

// Outcome returns what the position alone decides under its rules: royals
// captured, mate, a bare king, no moves. It is undecided otherwise, also where a
// repetition or an agreement, which only a [Game] knows, has ended the game. On
// the zero Position no game can be played: it is over without a result.
func (p *Position) Outcome() Outcome {
	if p.book == nil {
		return Outcome{Undecided, ByAbandoned}
	}
	if p.royalTaken() {
		return p.royalOutcome()
	}
	bare := p.bareOutcome()
	if p.HasMove() {
		return bare
	}
	us := p.turn
	switch {
	case p.boundRoyal(us) != NoSquare && p.InCheck():
		return Outcome{winFor(us.Other()), ByCheckmate}
	case bare.Over():
		return bare
	}
	return Outcome{winFor(us.Other()), ByNoMoves}
}

func (p *Position) royalOutcome() Outcome {
	switch {
	case p.Royals(Black).IsEmpty():
		return Outcome{WhiteWins, ByRoyalCaptured}
	default:
		return Outcome{BlackWins, ByRoyalCaptured}
	}
}

// bareOutcome applies the rule of the bare king. Pieces in hand count as pieces.
func (p *Position) bareOutcome() Outcome {
	rule := p.rulesOf().rules.BareKing
	if rule == BareIgnored {
		return Outcome{}
	}
	blackBare, whiteBare := p.bare(Black), p.bare(White)
	switch {
	case blackBare && whiteBare:
		return Outcome{Draw, ByBothBare}
	case blackBare:
		return p.bareLoss(rule, Black)
	case whiteBare:
		return p.bareLoss(rule, White)
	}
	return Outcome{}
}

// bare reports whether c has one royal and nothing else.
func (p *Position) bare(c Color) bool {
	return p.hands[c] == 0 && p.sets[c].single() && p.sets[c] == p.Royals(c)
}

// bareLoss returns what rule says when loser alone is bare.
func (p *Position) bareLoss(rule BareKing, loser Color) Outcome {
	winner := loser ^ 1
	others := p.sets[winner].AndNot(p.sets[royals])
	if others.IsEmpty() && p.hands[winner] == 0 {
		return Outcome{} // two royals have nothing besides royals
	}
	lone := others.Len()+p.handLen(winner) == 1 && p.Royals(winner).single()
	switch {
	case rule == BareLosesToLonePiece && !lone:
		return Outcome{}
	case rule == BareLosesUnlessBared && p.turn == loser && p.takesLastPiece(loser):
		return Outcome{}
	}
	return Outcome{winFor(winner), ByBareKing}
}

func (p *Position) handLen(c Color) (n int) {
	for k := Pawn; k <= King; k++ {
		n += p.hands[c].count(k)
	}
	return n
}

// takesLastPiece reports whether us can take the last piece besides royals that
// the other side has.
func (p *Position) takesLastPiece(us Color) bool {
	others := p.sets[us^1].AndNot(p.sets[royals])
	if p.hands[us^1] != 0 || !others.single() || !p.Royals(us).single() {
		return false
	}
	m := NewMove(p.Royals(us).first(), others.first(), false)
	return p.Legal(m)
}
