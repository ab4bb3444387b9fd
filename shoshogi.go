package shoshogi

// Result says who has won.
type Result uint8

// The results.
const (
	Undecided Result = iota // the game goes on
	BlackWins
	WhiteWins
	Draw
)

// Reason says what decided a game.
type Reason uint8

// The reasons. ByAgreement is declared apart.
const (
	NoReason         Reason = iota
	ByCheckmate             // 詰み: the last royal is attacked and no move saves it
	ByNoMoves               // the side to move has no legal move and is not in check
	ByRoyalCaptured         // 玉取り: the last royal has been taken
	ByBareKing              // 駒枯れ: one side has one royal and nothing else
	ByBothBare              // both sides have one royal and nothing else
	ByRepetition            // 千日手
	ByPerpetualCheck        // 連続王手の千日手
	ByResignation           // 投了
	ByTimeout               // 切れ負け
	ByIllegalMove           // 反則: a foul, whichever move of the game it was
	ByImpasse               // 持将棋
	ByDeclaration           // 入玉宣言
	_                       // ByAgreement
	ByAbandoned             // 中断: broken off
)

// ByAgreement, as a [Reason], says that the sides agreed on the result; as an
// [Impasse], that a game neither side can win is settled by agreement, as the
// zero Impasse does. It is untyped to serve as both.
const ByAgreement = 13

var (
	resultNames = []string{"undecided", "black-wins", "white-wins", "draw"}
	reasonNames = []string{"none", "checkmate", "no-moves", "royal-captured", "bare-king", "both-bare", "repetition", "perpetual-check",
		"resignation", "timeout", "illegal-move", "impasse", "declaration", "agreement", "abandoned"}
)

// String returns "undecided", "black-wins", "white-wins" or "draw".
func (v Result) String() string { return nameOf("Result", resultNames, uint8(v)) }

// String returns the reason in words joined by hyphens: "bare-king".
func (v Reason) String() string { return nameOf("Reason", reasonNames, uint8(v)) }

// Outcome is the result of a game with its reason. The zero Outcome is a game
// that goes on.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended: it has a result, or a reason without
// one, as a game broken off has.
func (o Outcome) Over() bool { return o != Outcome{} }

// Winner returns the side that has won; ok is false if none has.
func (o Outcome) Winner() (c Color, ok bool) {
	switch o.Result {
	case BlackWins:
		return Black, true
	case WhiteWins:
		return White, true
	}
	return Black, false
}

func winFor(c Color) Result { return BlackWins + Result(c&1) }

// String returns the outcome in words: "Black wins by checkmate".
func (o Outcome) String() string {
	switch o.Result {
	case BlackWins:
		return "Black wins by " + o.Reason.String()
	case WhiteWins:
		return "White wins by " + o.Reason.String()
	case Draw:
		return "draw by " + o.Reason.String()
	}
	if o.Over() {
		return "no result: " + o.Reason.String()
	}
	return "undecided"
}
