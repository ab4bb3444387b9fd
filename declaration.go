package shoshogi

import (
	"fmt"
	"strings"
)

// DeclarationError says why a declaration of victory by [Game.Declare] fails.
type DeclarationError struct {
	Color    Color // the side that declares
	NotAsked bool  // the rules do not know the declaration: Impasse is not Points27
	InCheck  bool  // the side is in check
	Outside  bool  // it has no royal in the promotion zone
	Pieces   int   // how many other pieces it has in the zone
	Points   int   // its points
	Needed   int   // how many points it needs, 28 for Black and 27 for White
}

// declarationPieces is how many pieces besides royals must be in the zone.
const declarationPieces = 10

// Error names each condition that is not met.
func (e *DeclarationError) Error() string {
	var parts []string
	if e.NotAsked {
		parts = append(parts, "the rules do not know it")
	}
	if e.InCheck {
		parts = append(parts, "in check")
	}
	if e.Outside {
		parts = append(parts, "no royal in the promotion zone")
	}
	if e.Pieces < declarationPieces {
		parts = append(parts, fmt.Sprintf("%d other pieces in the zone, %d needed", e.Pieces, declarationPieces))
	}
	if e.Points < e.Needed {
		parts = append(parts, fmt.Sprintf("%d points, %d needed", e.Points, e.Needed))
	}
	return "the declaration of " + colorName(e.Color) + " fails: " + strings.Join(parts, ", ")
}

// Declare lets the side to move win by the 27-point declaration (入玉宣言法, the
// rule of the Japan Shogi Association): it is not in check, a royal of it stands
// in the promotion zone together with at least ten other pieces of its own, and
// its pieces there and in hand count at least 28 points for Black or 27 for
// White, 5 for each rook, bishop, dragon and horse, 1 for each other piece and
// nothing for royals. The rules must have Impasse = Points27.
//
// If a condition is not met Declare changes nothing and returns a
// *[DeclarationError] that names all of them. Over the board a failed declaration
// loses; say so with [Game.End] and [ByIllegalMove]. If the game is over it
// returns [GameOver].
func (g *Game) Declare() error {
	if g.outcome.Over() || len(g.moments) == 0 {
		return GameOver
	}
	if e := g.pos.declaration(); e.NotAsked || e.InCheck || e.Outside || e.Pieces < declarationPieces || e.Points < e.Needed {
		return e
	}
	g.outcome = Outcome{winFor(g.pos.turn), ByDeclaration}
	return nil
}

// declaration works out the conditions of a declaration by the side to move.
func (p *Position) declaration() *DeclarationError {
	us := p.turn & 1
	book := p.rulesOf()
	inside := p.sets[us].And(book.zone[us])
	others := inside.AndNot(p.sets[royals])
	big := p.sets[rooks].Or(p.sets[dragons]).Or(p.sets[bishops]).Or(p.sets[horses]).And(others)
	e := &DeclarationError{
		Color:    us,
		NotAsked: book.rules.Impasse != Points27,
		InCheck:  p.InCheck(),
		Outside:  !inside.meets(p.sets[royals]),
		Pieces:   others.Len(),
		Points:   others.Len() + 4*big.Len(),
		Needed:   28,
	}
	if us == White {
		e.Needed = 27
	}
	for k := Pawn; k < King; k++ {
		points := 1
		if k == Rook || k == Bishop {
			points = 5
		}
		e.Points += points * p.hands[us].count(k)
	}
	return e
}
