package shoshogi

import (
	"fmt"
	"strings"
)

// ASCII returns the board for a terminal in ASCII characters alone, each taken
// to be one column wide: SFEN letters, files above, ranks to the right, hands
// where the rules have drops, the side to move and the number of the move below.
// A square is three columns wide, so that promoted pieces fit. Every line ends
// with a line feed, none with a blank. The same with kanji, each two columns
// wide, is [Position.Diagram].
//
// The zero Position gives an empty board of 9×9.
func (p *Position) ASCII() string {
	files, ranks := p.drawnShape()
	var b strings.Builder
	hands := p.drawsHands()
	if hands {
		p.writeHand(&b, White)
	}
	b.WriteString(" ")
	for file := files; file >= 1; file-- {
		fmt.Fprintf(&b, "  %d", file)
	}
	edge := " +" + strings.Repeat("---", files) + "-+\n"
	b.WriteString("\n" + edge)
	for rank := 1; rank <= ranks; rank++ {
		b.WriteString(" |")
		for file := files; file >= 1; file-- {
			fmt.Fprintf(&b, "%3s", asciiPiece(p.At(SquareAt(file, rank))))
		}
		fmt.Fprintf(&b, " | %c\n", 'a'-1+rank)
	}
	b.WriteString(edge)
	if hands {
		p.writeHand(&b, Black)
	}
	fmt.Fprintf(&b, "%s to move, move %d\n", colorName(p.turn&1), p.Ply())
	return b.String()
}

// asciiPiece returns at most two characters. A value that is no piece, which
// unchecked moves can leave behind, is a question mark.
func asciiPiece(pc Piece) string {
	switch {
	case pc == NoPiece:
		return "."
	case !pc.Valid():
		return "?"
	}
	return pc.String()
}

func (p *Position) writeHand(b *strings.Builder, c Color) {
	fmt.Fprintf(b, "%s in hand:", colorName(c))
	if p.hands[c] == 0 {
		b.WriteString(" none")
	}
	for _, k := range handOrder {
		switch n := p.Hand(c, k); {
		case n == 1:
			fmt.Fprintf(b, " %v", k)
		case n > 1:
			fmt.Fprintf(b, " %d%v", n, k)
		}
	}
	b.WriteByte('\n')
}

// drawnShape returns the shape of the board that pictures show.
func (p *Position) drawnShape() (files, ranks int) {
	if p.book == nil {
		return maxFiles, maxRanks
	}
	return p.Files(), p.Ranks()
}

// drawsHands reports whether pictures show the hands.
func (p *Position) drawsHands() bool {
	return p.Rules().Drops != 0 || p.hands[Black]|p.hands[White] != 0
}
