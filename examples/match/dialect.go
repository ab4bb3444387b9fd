package main

import (
	"fmt"
	"strings"

	"example.com/shoshogi"
)

// How Fairy-Stockfish writes squares, moves and positions, in UCI, and Sjaak II
// in the XBoard protocol: files a to i from the left, ranks from the bottom, and
// the side that moves first is White.

func fairySquare(sq shoshogi.Square, p *shoshogi.Position) string {
	return string([]byte{byte('a' + p.Files() - sq.File()), byte('1' + p.Ranks() - sq.Rank())})
}

func parseFairySquare(s string, p *shoshogi.Position) shoshogi.Square {
	return shoshogi.SquareAt(p.Files()-int(s[0]-'a'), p.Ranks()-int(s[1]-'1'))
}

// fairyMove writes "c3c4", "b2h8+", "P@e5". The position gives the board's shape.
func fairyMove(m shoshogi.Move, p *shoshogi.Position) string {
	if k := m.Drop(); k != shoshogi.NoKind {
		return k.String() + "@" + fairySquare(m.To(), p)
	}
	text := fairySquare(m.From(), p) + fairySquare(m.To(), p)
	if m.Promotes() {
		text += "+"
	}
	return text
}

// parseFairyMove reads what fairyMove writes, and "b2h8=" for a promotion that
// is declined. NoMove is anything else.
func parseFairyMove(s string, p *shoshogi.Position) shoshogi.Move {
	if len(s) == 4 && s[1] == '@' {
		k, _ := shoshogi.ParseKind(s[:1])
		return shoshogi.NewDrop(k, parseFairySquare(s[2:], p))
	}
	squares, promotes := strings.CutSuffix(s, "+")
	if !promotes {
		squares = strings.TrimSuffix(squares, "=")
	}
	if len(squares) != 4 {
		return shoshogi.NoMove
	}
	return shoshogi.NewMove(parseFairySquare(squares[:2], p), parseFairySquare(squares[2:], p), promotes)
}

// fairyFEN writes the position: hands in brackets, repeated instead of counted,
// and the number of the full move.
func fairyFEN(p *shoshogi.Position) string {
	board, _, _ := strings.Cut(p.SFEN(), " ")
	hands := ""
	if p.Rules().Drops != 0 {
		hands = "[" + fairyHand(p, shoshogi.Black) + strings.ToLower(fairyHand(p, shoshogi.White)) + "]"
	}
	turn := "w"
	if p.Turn() == shoshogi.White {
		turn = "b"
	}
	return fmt.Sprintf("%s%s %s 0 %d", board, hands, turn, (p.Ply()+1)/2)
}

func fairyHand(p *shoshogi.Position, c shoshogi.Color) string {
	letters := ""
	for k := range p.Rules().Drops.All() {
		letters += strings.Repeat(k.String(), p.Hand(c, k))
	}
	return letters
}
