package shoshogi_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	. "example.com/shoshogi"
	"pgregory.net/rapid"
)

// notationRules returns the rules of all other tests by name, and some with more
// pieces of a kind.
func notationRules() map[string]Rules {
	rules := ruleSets()
	rules["crowd"] = MustParseRules("sho-modern,start=lnsgkgsnl/rrrbbbeff/ppppppppp/9/9/9/PPPPPPPPP/FFEBBBRRR/LNSGKGSNL b - 1")
	rules["crowd-gold"] = MustParseRules("sho46-above-gold,gold-promotes=true,drops=PLNSGBREF")
	return rules
}

// playedPosition draws a position reached by random play, and the move before.
func playedPosition(t *rapid.T, r Rules) (*Position, Move) {
	p, prev := NewPosition(r), NoMove
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		prev = rapid.SampledFrom(moves).Draw(t, "move")
		p.Do(prev)
	}
	return p, prev
}

// crowdedPosition draws a position in which pieces of few kinds stand close
// together, so that many of them can go to the same square.
func crowdedPosition(t *rapid.T, r Rules) *Position {
	p := NewPosition(r)
	left := map[Kind]int{}
	for sq := range p.Board().All() {
		left[p.At(sq).Kind().Unpromoted()]++
	}
	setup := Setup{Turn: Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
	file, rank := rapid.IntRange(1, p.Files()).Draw(t, "file"), rapid.IntRange(1, p.Ranks()).Draw(t, "rank")
	corner := SquareAt(1, 1)
	if file < 4 && rank < 4 {
		corner = SquareAt(p.Files(), p.Ranks())
	}
	var around []Square
	for sq := range p.Board().All() {
		if sq != corner && abs(sq.File()-file) <= 2 && abs(sq.Rank()-rank) <= 2 {
			around = append(around, sq)
		}
	}
	around = rapid.Permutation(around).Draw(t, "squares")
	royal := King
	if left[King] == 0 {
		royal = Prince
	}
	setup.Board[corner] = NewPiece(royal, setup.Turn)
	left[royal.Unpromoted()]--
	for _, k := range rapid.SliceOfN(rapid.SampledFrom([]Kind{Knight, Silver, Gold, Bishop, Rook, Elephant, Leopard, King, Pawn}), 1, 3).Draw(t, "kinds") {
		promoted := rapid.Bool().Draw(t, "promoted") && k.Promoted() != NoKind && (k != Gold || r.GoldPromotes)
		for left[k] > 0 && len(around) > 0 {
			if promoted {
				setup.Board[around[0]] = NewPiece(k.Promoted(), setup.Turn)
			} else {
				setup.Board[around[0]] = NewPiece(k, setup.Turn)
			}
			left[k]--
			around = around[1:]
		}
		if r.Drops.Has(k) && rapid.Bool().Draw(t, "in hand") && left[k] > 0 {
			setup.Hands[setup.Turn][k] = left[k]
			left[k] = 0
		}
	}
	q, err := setup.Position(r)
	if err != nil {
		t.Skip(err)
	}
	return q
}

func abs(n int) int { return max(n, -n) }

// checkNotation checks that every legal move of p is read back from each of the
// ways to write it, and that no two are written alike.
func checkNotation(t *rapid.T, p *Position, prev Move) {
	seen := map[string]Move{}
	for _, m := range p.LegalMoves() {
		for _, text := range []string{p.Japanese(m, prev), p.Japanese(m, NoMove), p.Western(m), m.String()} {
			got, err := p.ReadMove(text, prev)
			if err != nil || got != m {
				t.Fatalf("%s: ReadMove(%q) = %v, %v, want %v", p.SFEN(), text, got, err, m)
			}
			if other, ok := seen[text]; ok && other != m {
				t.Fatalf("%s: %q stands for both %v and %v", p.SFEN(), text, other, m)
			}
			seen[text] = m
		}
	}
}

func TestNotationRoundTrip(t *testing.T) {
	for name, r := range notationRules() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p, prev := playedPosition(t, r)
				checkNotation(t, p, prev)
			})
		})
		t.Run("crowded "+name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkNotation(t, crowdedPosition(t, r), NoMove) })
		})
	}
}

// placed returns the position with the pieces given as SFEN letter and square,
// "G4i +r5a", or letter and * for one in hand.
func placed(t *testing.T, r Rules, turn Color, pieces string) *Position {
	t.Helper()
	setup := Setup{Turn: turn}
	for _, item := range strings.Fields(pieces) {
		if letter, inHand := strings.CutSuffix(item, "*"); inHand {
			pc, err := ParsePiece(letter)
			if err != nil {
				t.Fatal(err)
			}
			setup.Hands[pc.Color()][pc.Kind()]++
			continue
		}
		pc, err := ParsePiece(item[:len(item)-2])
		if err != nil {
			t.Fatal(err)
		}
		sq, err := ParseSquare(item[len(item)-2:])
		if err != nil {
			t.Fatal(err)
		}
		setup.Board[sq] = pc
	}
	p, err := setup.Position(r)
	if err != nil {
		t.Errorf("%s: %v", pieces, err)
		return &Position{}
	}
	return p
}

// remapped returns p with every piece moved by to, and colors exchanged if swap
// is set.
func remapped(t *rapid.T, p *Position, swap Color, to func(Square) Square) *Position {
	old := p.Setup()
	setup := Setup{Turn: old.Turn ^ swap, Ply: old.Ply}
	for sq, pc := range old.Board {
		if pc != NoPiece {
			setup.Board[to(Square(sq))] = NewPiece(pc.Kind(), pc.Color()^swap)
		}
	}
	setup.Hands[swap], setup.Hands[swap^1] = old.Hands[Black], old.Hands[White]
	q, err := setup.Position(p.Rules())
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// remappedMove returns m with its squares moved by to.
func remappedMove(m Move, to func(Square) Square) Move {
	if k := m.Drop(); k != NoKind {
		return NewDrop(k, to(m.To()))
	}
	return NewMove(to(m.From()), to(m.To()), m.Promotes())
}

// words returns the text of a move without mark and destination.
func words(text string) string {
	return string([]rune(text)[3:])
}

// TestNotationSymmetry turns the board around, and sees it in a mirror: the
// words of a move stay, but for left and right in the mirror.
func TestNotationSymmetry(t *testing.T) {
	swapSides := strings.NewReplacer("左", "右", "右", "左")
	for name, r := range notationRules() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := crowdedPosition(t, r)
				turn := func(sq Square) Square { return SquareAt(p.Files()+1-sq.File(), p.Ranks()+1-sq.Rank()) }
				mirror := func(sq Square) Square { return SquareAt(p.Files()+1-sq.File(), sq.Rank()) }
				turned, mirrored := remapped(t, p, White, turn), remapped(t, p, Black, mirror)
				for _, m := range p.LegalMoves() {
					text := p.Japanese(m, NoMove)
					if strings.Contains(text, "(") {
						continue
					}
					if got := turned.Japanese(remappedMove(m, turn), NoMove); words(got) != words(text) {
						t.Fatalf("%s: %v is %s, turned around %s", p.SFEN(), m, text, got)
					}
					if got := mirrored.Japanese(remappedMove(m, mirror), NoMove); words(got) != swapSides.Replace(words(text)) {
						t.Fatalf("%s: %v is %s, in the mirror %s", p.SFEN(), m, text, got)
					}
				}
			})
		})
	}
}

func TestNotationWords(t *testing.T) {
	manyRooks := ShoModern()
	manyRooks.Start = "k8/rrrrrrrrr/9/9/9/9/9/9/8K b - 1"
	manyGolds := Sho46(AboveSilver)
	manyGolds.GoldPromotes = true
	kings := Asakura()
	kings.Drops = kings.Drops.With(King)
	const outOfTheWay = " K1i k9a"
	for _, c := range []struct {
		why    string
		rules  Rules
		turn   Color
		pieces string
		moves  string // "origin+destination=text", separated by blanks
	}{
		{"one piece needs no word", Shogi(), Black, "G4i" + outOfTheWay, "4i5h=▲５八金 4i3i=▲３九金"},
		{"other kinds do not matter", Shogi(), Black, "G4i +P6i S5i" + outOfTheWay, "4i5h=▲５八金 6i5h=▲５八と 5i5h=▲５八銀"},
		{"up or aside", Shogi(), Black, "G9c G7b K1i k1a", "9c8b=▲８二金上 7b8b=▲８二金寄"},
		{"aside or back", Shogi(), Black, "G3b G4a" + outOfTheWay, "3b4b=▲４二金寄 4a4b=▲４二金引"},
		{"up or aside, straight", Shogi(), Black, "G5f G4e" + outOfTheWay, "5f5e=▲５五金上 4e5e=▲５五金寄"},
		{"up or back", Shogi(), Black, "S7h S7f" + outOfTheWay, "7h6g=▲６七銀上 7f6g=▲６七銀引"},
		{"left or right", Shogi(), Black, "G6i G4i" + outOfTheWay, "6i5h=▲５八金左 4i5h=▲５八金右"},
		{"White's left and right", Shogi(), White, "g6a g4a k9i K1e", "6a5b=△５二金右 4a5b=△５二金左"},
		{"White's up and back", Shogi(), White, "s7b s7d k9i K1e", "7b6c=△６三銀上 7d6c=△６三銀引"},
		{"straight or right", Shogi(), Black, "G4i G3i" + outOfTheWay, "4i4h=▲４八金直 3i4h=▲４八金右"},
		{"straight or left", Shogi(), Black, "S7i S8i" + outOfTheWay, "7i7h=▲７八銀直 8i7h=▲７八銀左"},
		{"White's straight or right", Shogi(), White, "g4a g5a k9i K1e", "4a4b=△４二金直 5a4b=△４二金右"},
		{"three in a row", Shogi(), Black, "G6d G5d G4d" + outOfTheWay, "6d5c=▲５三金左 5d5c=▲５三金直 4d5c=▲５三金右"},
		{"side and motion, golds", Shogi(), Black, "+P9i +P8i +P7i +P9h +P8g" + outOfTheWay,
			"7i8h=▲８八と右 8i8h=▲８八と直 9i8h=▲８八と左上 9h8h=▲８八と寄 8g8h=▲８八と引"},
		{"both sides full", Shogi(), Black, "+P9i +P8i +P7i +P9h +P7h +P8g" + outOfTheWay,
			"7i8h=▲８八と右上 8i8h=▲８八と直 9i8h=▲８八と左上 9h8h=▲８八と左寄 7h8h=▲８八と右寄 8g8h=▲８八と引"},
		{"side and motion, silvers", Shogi(), Black, "S2i S1g S3i S3g K9i k9a",
			"2i2h=▲２八銀直 1g2h=▲２八銀右 3i2h=▲２八銀左上 3g2h=▲２八銀左引"},
		{"promotion after the words", Shogi(), Black, "S4c S4a S6c" + outOfTheWay,
			"4c5b+=▲５二銀右上成 4c5b=▲５二銀右上不成 4a5b+=▲５二銀引成 6c5b=▲５二銀左不成"},
		{"knights", Shogi(), Black, "N4e N2e" + outOfTheWay, "4e3c+=▲３三桂左成 4e3c=▲３三桂左不成 2e3c+=▲３三桂右成"},
		{"no choice, but promotes", Shogi(), Black, "P5b N3c" + outOfTheWay, "5b5a+=▲５一歩成 3c4a+=▲４一桂成"},
		{"cannot promote", Shogi(), Black, "P5e +S3c" + outOfTheWay, "5e5d=▲５四歩 3c3b=▲３二成銀"},
		{"promotes on leaving the zone", Shogi(), Black, "B2b" + outOfTheWay, "2b5e+=▲５五角成 2b5e=▲５五角不成"},
		{"no promotion on leaving", Sho(), Black, "B2b" + outOfTheWay, "2b5e=▲５五角"},
		{"dragons, back or up", Shogi(), Black, "+R9a +R8d K1i k1c", "9a8b=▲８二龍引 8d8b=▲８二龍上"},
		{"dragons, aside or back", Shogi(), Black, "+R2c +R5b" + outOfTheWay, "2c4c=▲４三龍寄 5b4c=▲４三龍引"},
		{"dragons, both aside", Shogi(), Black, "+R5e +R1e" + outOfTheWay, "5e3e=▲３五龍左 1e3e=▲３五龍右"},
		{"dragons have no straight", Shogi(), Black, "+R9i +R8i K1i k1a", "9i8h=▲８八龍左 8i8h=▲８八龍右"},
		{"dragons, the straight one right", Shogi(), Black, "+R2h +R1i K9i k9a", "2h1g=▲１七龍左 1i1g=▲１七龍右"},
		{"White's dragons", Shogi(), White, "+r2b +r1a k9a K9i", "2b1c=△１三龍右 1a1c=△１三龍左"},
		{"horses, both back", Shogi(), Black, "+B9a +B8a K1i k1c", "9a8b=▲８二馬左 8a8b=▲８二馬右"},
		{"horses, aside or back", Shogi(), Black, "+B9e +B6c" + outOfTheWay, "9e8e=▲８五馬寄 6c8e=▲８五馬引"},
		{"horses, both up", Shogi(), Black, "+B9i +B5i" + outOfTheWay, "9i7g=▲７七馬左 5i7g=▲７七馬右"},
		{"bishops", Shogi(), Black, "B9g B5g" + outOfTheWay, "9g7e=▲７五角左 5g7e=▲７五角右"},
		{"rooks, up or aside", Shogi(), Black, "R5h R1e K9i k9a", "5h5e=▲５五飛上 1e5e=▲５五飛寄"},
		{"a pinned piece counts", Shogi(), Black, "K5i G5h G4i r5a k9a", "4i4h=▲４八金上"},
		{"a drop that a piece could make", Shogi(), Black, "S9g S* S*" + outOfTheWay, "S*9f=▲９六銀打 S*5e=▲５五銀 9g9f=▲９六銀"},
		{"a pinned piece makes a drop say so", Shogi(), Black, "K5i G5h r5a k9a G*", "G*4h=▲４八金打"},
		{"elephants", Asakura(), Black, "E6i E5i" + outOfTheWay, "6i5h=▲５八醉象左 5i5h=▲５八醉象直 6i7i=▲７九醉象"},
		{"elephants, aside or back", Asakura(), Black, "E6e E4d" + outOfTheWay, "6e5e=▲５五醉象寄 4d5e=▲５五醉象引"},
		{"elephant and prince", Asakura(), Black, "E5d +E4d" + outOfTheWay, "5d5c+=▲５三醉象成 5d5c=▲５三醉象不成 4d5c=▲５三太子"},
		{"two princes", Asakura(), Black, "+E5d +E4d" + outOfTheWay, "5d5c=▲５三太子直 4d5c=▲５三太子右"},
		{"king and prince", Asakura(), Black, "K5i +E4i k9a", "5i5h=▲５八玉 4i5h=▲５八太子"},
		{"two kings", kings, Black, "K6i K4i", "6i5h=▲５八玉左 4i5h=▲５八玉右"},
		{"princes, straight back", Asakura(), Black, "+E5d +E6d" + outOfTheWay, "5d5e=▲５五太子右 6d5e=▲５五太子左"},
		{"leopards, up", Sho46(AboveSilver), Black, "F5f F4f" + outOfTheWay, "5f5e=▲５五猛豹直 4f5e=▲５五猛豹右"},
		{"leopards, back", Sho46(AboveSilver), Black, "F5d F6d" + outOfTheWay, "5d5e=▲５五猛豹右 6d5e=▲５五猛豹左"},
		{"leopards, three back", Sho46(AboveSilver), Black, "F4d F5d F6d" + outOfTheWay, "4d5e=▲５五猛豹右 5d5e=▲５五猛豹(54) 6d5e=▲５五猛豹左"},
		{"leopards, side and back", Sho46(AboveSilver), Black, "F5d F6d F4f" + outOfTheWay, "4f5e=▲５五猛豹上 5d5e=▲５五猛豹右引 6d5e=▲５五猛豹左"},
		{"promoted leopards", Sho46(AboveSilver), Black, "+F7c +F3c K1i k8a", "7c5e=▲５五小角左 3c5e=▲５五小角右"},
		{"promoted golds", manyGolds, Black, "+G9e +G1e +G5a K1i k8b", "9e5e=▲５五金飛車左 1e5e=▲５五金飛車右 5a5e=▲５五金飛車引"},
		{"gold promotes", manyGolds, Black, "G6d G4d" + outOfTheWay, "6d5c+=▲５三金左成 4d5c=▲５三金右不成"},
		{"three dragons in a row", manyRooks, Black, "+R6f +R5f +R4f" + outOfTheWay, "6f5e=▲５五龍左 5f5e=▲５五龍(56) 4f5e=▲５五龍右"},
		{"three dragons, side and up", manyRooks, Black, "+R6f +R5f +R3e" + outOfTheWay, "6f5e=▲５五龍左 5f5e=▲５五龍右上 3e5e=▲５五龍寄"},
	} {
		p := placed(t, c.rules, c.turn, c.pieces)
		for _, item := range strings.Fields(c.moves) {
			usi, want, _ := strings.Cut(item, "=")
			m := MustParseMove(usi)
			if got := p.Japanese(m, NoMove); got != want {
				t.Errorf("%s: %v in %s is %s, want %s", c.why, m, c.pieces, got, want)
			}
			if got, err := p.ReadMove(want, NoMove); got != m {
				t.Errorf("%s: ReadMove(%s) in %s = %v, %v, want %v", c.why, want, c.pieces, got, err, m)
			}
		}
	}
}

func TestJapaneseSame(t *testing.T) {
	p := MustParseSFEN(Shogi(), "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL b - 3")
	prev := NoMove
	for _, c := range []struct{ move, want string }{
		{"8h2b+", "▲２二角成"},
		{"3a2b", "△同　銀"},
		{"B*4e", "▲４五角"},
	} {
		m := MustParseMove(c.move)
		if got := p.Japanese(m, prev); got != c.want {
			t.Errorf("%v after %v is %s, want %s", m, prev, got, c.want)
		}
		if got, err := p.ReadMove(c.want, prev); got != m {
			t.Errorf("ReadMove(%s) = %v, %v, want %v", c.want, got, err, m)
		}
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
		prev = m
	}
}

// TestJapaneseAfterInvalid checks that a move before that is none is not referred
// to, whatever square its bits name.
func TestJapaneseAfterInvalid(t *testing.T) {
	p, m := NewPosition(Shogi()), MustParseMove("7g7f")
	for _, prev := range []Move{NoMove, Move(m.To()), m | 0x8000, Move(m.To())<<7 | Move(m.To())} {
		if prev.Valid() {
			t.Fatalf("%#x is valid", uint16(prev))
		}
		text := p.Japanese(m, prev)
		if text != "▲７六歩" {
			t.Errorf("after %#x: %s", uint16(prev), text)
		}
		if got, err := p.ReadMove(text, prev); got != m {
			t.Errorf("after %#x: read %v, %v", uint16(prev), got, err)
		}
		if _, err := p.ReadMove("同歩", prev); err == nil {
			t.Errorf("after %#x 同 is accepted", uint16(prev))
		}
	}
}

func TestWestern(t *testing.T) {
	for _, c := range []struct {
		rules  Rules
		turn   Color
		pieces string
		moves  string
	}{
		{Shogi(), Black, "P7g K1i k9a", "7g7f=P-7f"},
		{Shogi(), Black, "B8h b2b K1i k9a", "8h2b+=Bx2b+ 8h2b=Bx2b="},
		{Shogi(), White, "g6a g4a k9i K1e", "6a5b=G6a-5b 4a5b=G4a-5b 6a7a=G-7a"},
		{Shogi(), Black, "K5i G5h G4i r5a k9a", "4i4h=G4i-4h"},
		{Shogi(), Black, "S9g S* P* K1i k9a", "S*9f=S*9f P*5e=P*5e 9g9f=S-9f"},
		{Asakura(), Black, "E5d +E4d p5c K1i k9a", "5d5c+=Ex5c+ 5d5c=Ex5c= 4d5c=+Ex5c"},
	} {
		p := placed(t, c.rules, c.turn, c.pieces)
		for _, item := range strings.Fields(c.moves) {
			usi, want, _ := strings.Cut(item, "=")
			m := MustParseMove(usi)
			if got := p.Western(m); got != want {
				t.Errorf("%v in %s is %s, want %s", m, c.pieces, got, want)
			}
		}
	}
}

// TestNotationOfImpossibleMoves has moves that no position of the test allows:
// the text is of little use, but there is one wherever a piece could be meant.
func TestNotationOfImpossibleMoves(t *testing.T) {
	p := NewPosition(Shogi())
	for _, c := range []struct {
		p                 *Position
		move              Move
		japanese, western string
	}{
		{p, NoMove, "", ""},
		{p, Move(0xffff), "", ""},
		{p, MustParseMove("5e5d"), "", ""},
		{p, MustParseMove("7g7e"), "▲７五歩(77)", "P7g-7e"},
		{p, MustParseMove("3c3d"), "▲３四歩(33)", "P3c-3d"},
		{p, MustParseMove("7g7f+"), "▲７六歩成", "P-7f+"},
		{p, MustParseMove("E*5e"), "▲５五醉象", "E*5e"},
		{p, MustParseMove("G*5h"), "▲５八金打", "G*5h"},
		{&Position{}, MustParseMove("7g7f"), "", ""},
		{&Position{}, MustParseMove("P*7f"), "▲７六歩", "P*7f"},
	} {
		if got := c.p.Japanese(c.move, NoMove); got != c.japanese {
			t.Errorf("Japanese(%v) = %q, want %q", c.move, got, c.japanese)
		}
		if got := c.p.Western(c.move); got != c.western {
			t.Errorf("Western(%v) = %q, want %q", c.move, got, c.western)
		}
	}
}

func TestReadMove(t *testing.T) {
	start := NewPosition(Shogi())
	dragons := placed(t, Shogi(), Black, "+R9a +R7d K1i k1c")
	golds := placed(t, Shogi(), Black, "G6i G5i G5g K1i k9a G*")
	promoting := placed(t, Shogi(), Black, "S4d N3e L2d +S6d +N7d +L8d +P9d B5f R1h K9i k9b")
	elephant := placed(t, Asakura(), White, "e5f k5a K9a")
	prince := placed(t, Sho(), Black, "+E5e K9i k9a")
	leopards := placed(t, Sho46(AboveSilver), Black, "F5d +F2b K9i k9b")
	bishops := placed(t, Shogi(), Black, "B9i B7c K1i k8a")
	oneBishop := placed(t, Shogi(), Black, "B7c K1i k8a")
	pinned := placed(t, Shogi(), Black, "K5i G5h G4i r5a k9a")
	for _, c := range []struct {
		p    *Position
		text string
		prev string
		want string
	}{
		{start, "７六歩", "", "7g7f"},
		{start, "▲７六歩", "", "7g7f"},
		{start, "▼７六歩", "", "7g7f"},
		{start, "☗７六歩", "", "7g7f"},
		{start, "⛊７六歩", "", "7g7f"},
		{start, "76歩", "", "7g7f"},
		{start, "７６歩", "", "7g7f"},
		{start, "7六歩", "", "7g7f"},
		{start, "７6歩", "", "7g7f"},
		{start, "7f歩", "", "7g7f"},
		{start, "  ▲　７六　歩　\n", "", "7g7f"},
		{start, "７六歩兵", "", "7g7f"},
		{start, "７六歩(77)", "", "7g7f"},
		{start, "７六歩（７七）", "", "7g7f"},
		{start, "７六歩（←7七）", "", "7g7f"},
		{start, "７六歩不成", "", "7g7f"},
		{start, "７六歩上", "", "7g7f"},
		{start, "７六歩直", "", "7g7f"},
		{start, "同歩", "3c7f", "7g7f"},
		{start, "仝　歩", "3c7f", "7g7f"},
		{start, "同\u2003歩(77)", "3c7f", "7g7f"},
		{start, "５八玉", "", "5i5h"},
		{start, "５八王", "", "5i5h"},
		{start, "５八王将", "", "5i5h"},
		{start, "7g7f", "", "7g7f"},
		{start, " ▲7g7f ", "", "7g7f"},
		{start, "P-7f", "", "7g7f"},
		{start, "P7f", "", "7g7f"},
		{start, "P76", "", "7g7f"},
		{start, "P7g-7f", "", "7g7f"},
		{start, "P7g7f ", "", "7g7f"},
		{start, "P7776", "", "7g7f"},
		{dragons, "７一龍行", "", "7d7a"},
		{dragons, "７一竜上", "", "7d7a"},
		{dragons, "７一龍王寄", "", "9a7a"},
		{dragons, "７一龍右", "", "7d7a"},
		{dragons, "７一龍直", "", "7d7a"},
		{golds, "５八金左", "", "6i5h"},
		{golds, "５八金左上", "", "6i5h"},
		{golds, "５八金上左", "", "6i5h"},
		{golds, "５八金直", "", "5i5h"},
		{golds, "５八金直上", "", "5i5h"},
		{golds, "５八金右", "", ""},
		{golds, "５八金引", "", "5g5h"},
		{golds, "５八金入", "", "5g5h"},
		{golds, "５八金直引", "", "5g5h"},
		{golds, "５八金打", "", "G*5h"},
		{golds, "５八金打(00)", "", "G*5h"},
		{golds, "５八金(69)", "", "6i5h"},
		{golds, "５八金左(69)", "", "6i5h"},
		{golds, "２二金", "", "G*2b"},
		{golds, "G*2b", "", "G*2b"},
		{golds, "G'2b", "", "G*2b"},
		{golds, "G2b", "", "G*2b"},
		{promoting, "４三銀成", "", "4d4c+"},
		{promoting, "４三銀", "", "4d4c"},
		{promoting, "４三銀不成", "", "4d4c"},
		{promoting, "４三銀生", "", "4d4c"},
		{promoting, "４三銀将成", "", "4d4c+"},
		{promoting, "４三銀成(44)", "", "4d4c+"},
		{promoting, "４三銀(44)成", "", "4d4c+"},
		{promoting, "４三銀成直", "", "4d4c+"},
		{promoting, "６三成銀", "", "6d6c"},
		{promoting, "６三全", "", "6d6c"},
		{promoting, "７三成桂", "", "7d7c"},
		{promoting, "７三圭", "", "7d7c"},
		{promoting, "７三今", "", "7d7c"},
		{promoting, "８三成香", "", "8d8c"},
		{promoting, "８三杏", "", "8d8c"},
		{promoting, "８三仝", "", "8d8c"},
		{promoting, "９三と", "", "9d9c"},
		{promoting, "９三と金", "", "9d9c"},
		{promoting, "２三香成", "", "2d2c+"},
		{promoting, "２三桂成", "", "3e2c+"},
		{promoting, "２三角成", "", "5f2c+"},
		{promoting, "１二飛車成", "", "1h1b+"},
		{promoting, "S-4c=", "", "4d4c"},
		{promoting, "S-4c", "", "4d4c"},
		{promoting, "S-4c+", "", "4d4c+"},
		{promoting, "+S-6c", "", "6d6c"},
		{elephant, "△５七醉象成", "", "5f5g+"},
		{elephant, "▽５七醉象成", "", "5f5g+"},
		{elephant, "☖５七醉象成", "", "5f5g+"},
		{elephant, "５七酔象成", "", "5f5g+"},
		{elephant, "５七象成", "", "5f5g+"},
		{elephant, "５七醉成", "", "5f5g+"},
		{elephant, "５七酔不成", "", "5f5g"},
		{elephant, "５七酔像成", "", "5f5g+"},
		{elephant, "E-5g+", "", "5f5g+"},
		{prince, "５四太子", "", "5e5d"},
		{prince, "５四太", "", "5e5d"},
		{prince, "５四王子", "", "5e5d"},
		{prince, "５四成象", "", "5e5d"},
		{leopards, "５三豹成", "", "5d5c+"},
		{leopards, "５三猛豹不成", "", "5d5c"},
		{leopards, "５五小角", "", "2b5e"},
		{bishops, "９一角引", "", ""},
		{bishops, "５五角引", "", "7c5e"},
		{bishops, "５五角行", "", "9i5e"},
		{bishops, "５五角行引", "", "7c5e"},
		{oneBishop, "５五角行", "", "7c5e"},
		{oneBishop, "５五角入", "", "7c5e"},
		{placed(t, Shogi(), Black, "R5h R9e K1i k8a"), "５五飛入", "", "5h5e"},
		{pinned, "４八金", "", "4i4h"},
	} {
		prev := NoMove
		if c.prev != "" {
			prev = MustParseMove(c.prev)
		}
		got, err := c.p.ReadMove(c.text, prev)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s: ReadMove(%q) = %v, want an error", c.p.SFEN(), c.text, got)
			}
			continue
		}
		if err != nil || got != MustParseMove(c.want) {
			t.Errorf("%s: ReadMove(%q) = %v, %v, want %s", c.p.SFEN(), c.text, got, err, c.want)
		}
	}
}

func TestReadMoveErrors(t *testing.T) {
	start := NewPosition(Shogi())
	white := MustParseSFEN(Shogi(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
	golds := placed(t, Shogi(), Black, "G6i G5i G4i K1i k9a")
	zone := placed(t, Shogi(), Black, "P5b P4d S3d G2e N7c K1i k9a P* L* R*")
	captured := MustParseSFEN(ShoFederation(), "9/9/9/9/4k4/9/9/9/4S4 b - 1")
	const noReason = Illegality(0)
	for _, c := range []struct {
		p      *Position
		text   string
		column int
		reason Illegality // that the error wraps
		says   string     // part of the message
	}{
		{start, "", 1, noReason, "there is no move"},
		{start, "　 ", 3, noReason, "there is no move"},
		{start, "▲", 2, noReason, "there is no move"},
		{start, "△７六歩", 1, noReason, "△ is not that of the side to move"},
		{white, "▲３四歩", 1, noReason, "▲ is not that of the side to move"},
		{white, "☗３四歩", 1, noReason, "☗ is not that of the side to move"},
		{start, "同　歩", 1, noReason, "同 has no move before it"},
		{start, "▲同　歩", 2, noReason, "同 has no move before it"},
		{start, "歩", 1, noReason, "want a square"},
		{start, "７", 1, noReason, "want a square"},
		{start, "投了", 1, noReason, "want a square"},
		{start, "０六歩", 1, noReason, "want a square"},
		{start, "７十歩", 1, noReason, "want a square"},
		{start, "７六", 3, noReason, "no piece has this name"},
		{start, "７六右", 3, noReason, "no piece has this name"},
		{start, "７六成", 3, noReason, "no piece has this name"},
		{start, "７六歩x", 4, noReason, "no part of a move"},
		{start, "７六歩不", 4, noReason, "no part of a move"},
		{start, "７六歩△３四歩", 4, noReason, "no part of a move"},
		{start, "７六歩上上", 5, noReason, "does not go with"},
		{start, "７六歩上引", 5, noReason, "does not go with"},
		{start, "７六歩左右", 5, noReason, "does not go with"},
		{start, "７六歩直直", 5, noReason, "does not go with"},
		{start, "７六歩成不成", 5, noReason, "does not go with"},
		{start, "７六歩生成", 5, noReason, "does not go with"},
		{start, "７六歩打成", 5, noReason, "does not go with"},
		{start, "７六歩右打", 5, noReason, "does not go with"},
		{start, "７六歩打上", 5, noReason, "does not go with"},
		{start, "７六歩(", 4, noReason, "want one origin"},
		{start, "７六歩()", 4, noReason, "want one origin"},
		{start, "７六歩(00)", 4, noReason, "want one origin"},
		{start, "７六歩(77", 7, noReason, "not closed"},
		{start, "７六歩(77)(77)", 8, noReason, "want one origin"},
		{start, "７六歩打(77)", 5, noReason, "want one origin"},
		{start, "７六\xff歩", 3, noReason, "no piece has this name"},
		{start, "\xff", 1, noReason, "want a square"},
		{start, "７五歩", 1, NoSuchMove, "no pawn of Black can go to 7e"},
		{start, "７六銀", 1, NoSuchMove, "no silver general of Black can go to 7f"},
		{start, "５五醉象", 1, NoSuchMove, "no drunk elephant of Black can go to 5e"},
		{start, "７六歩右", 1, NoSuchMove, "fits the words"},
		{start, "７六歩引", 1, NoSuchMove, "fits the words"},
		{start, "▲７六歩(67)", 2, NoSuchMove, "fits the words"},
		{start, "７六歩打", 1, NotInHand, ""},
		{start, "７七歩打", 1, NoSuchMove, ""},
		{start, "５五醉象打", 1, DropNotAllowed, ""},
		{start, "５五と打", 1, NoSuchMove, ""},
		{start, "７六歩成", 1, CannotPromote, ""},
		{start, "５八金", 1, noReason, "ambiguous move, may be 4i5h or 6i5h"},
		{golds, "５八金上", 1, noReason, "ambiguous move, may be 4i5h or 5i5h or 6i5h"},
		{golds, "５八金寄", 1, NoSuchMove, "fits the words"},
		{zone, "５一歩", 1, MustPromote, ""},
		{zone, "５一歩不成", 1, MustPromote, ""},
		{zone, "８一桂", 1, MustPromote, ""},
		{zone, "２四金成", 1, CannotPromote, ""},
		{zone, "５五歩", 1, TwoPawns, ""},
		{zone, "９一香", 1, NoSuchMove, ""},
		{zone, "９二飛左", 1, NoSuchMove, "can go to 9b"},
		{zone, "６一歩", 1, DropNotAllowed, ""},
		{placed(t, Shogi(), Black, "K5i G5h r5a k9a"), "４八金", 1, LeavesCheck, ""},
		{placed(t, Shogi(), Black, "K5i G5h G6h r5a b3g k9a"), "５七金", 1, LeavesCheck, ""},
		{placed(t, Shogi(), Black, "S9c G8d K1i k9a l8a n7b P*"), "９二歩", 1, PawnDropMate, ""},
		{captured, "５八銀", 1, GameOver, ""},
		{&Position{}, "７六歩", 1, NoSuchMove, "no square 7f"},
		{NewPosition(HeianSmall()), "９六歩", 1, NoSuchMove, "no square 9f"},
		{start, "7g7e", 1, NoSuchMove, ""},
		{start, "  7g7e", 3, NoSuchMove, ""},
		{start, "7g7z", 3, noReason, "to move to"},
		{start, " 7g7f=", 6, noReason, `only "+" may follow`},
		{start, "p*5e", 1, noReason, "no kind of piece"},
		{start, "P*5x", 3, noReason, "to drop on"},
		{start, "P*5e", 1, NotInHand, ""},
		{start, "X-7f", 1, noReason, "no piece has this letter"},
		{start, "+G-7f", 1, NoSuchMove, ""},
		{start, "+K-7f", 1, noReason, "no piece has this letter"},
		{start, "+", 1, noReason, "no piece has this letter"},
		{start, "P", 2, noReason, "want a square"},
		{start, "P-", 3, noReason, "want a square"},
		{start, "P-7", 3, noReason, "want a square"},
		{start, "Px7f", 1, NoSuchMove, "sign"},
		{start, "P-7c", 1, NoSuchMove, "sign"},
		{start, "Px7c", 1, NoSuchMove, "no pawn"},
		{start, "P7g*7f", 1, noReason, "a drop has no origin"},
		{start, "P-7f?", 5, noReason, "no part of a move"},
		{start, "P'7f+", 5, noReason, "no part of a move"},
		{start, "G-5h", 1, noReason, "ambiguous move, may be 4i5h or 6i5h"},
		{start, "resign", 1, noReason, "want a square"},
		{start, "0000", 1, noReason, "want a square"},
	} {
		got, err := c.p.ReadMove(c.text, NoMove)
		var fault *ParseError
		if !errors.As(err, &fault) || got != NoMove {
			t.Errorf("ReadMove(%q) = %v, %v, want a *ParseError", c.text, got, err)
			continue
		}
		if fault.Format != "move" || fault.Line != 1 || fault.Column != c.column || fault.Text != c.text {
			t.Errorf("ReadMove(%q): format %s, line %d, column %d, text %q, want column %d", c.text, fault.Format, fault.Line, fault.Column, fault.Text, c.column)
		}
		if fault.Column-1 != len([]rune(c.text[:fault.Offset])) {
			t.Errorf("ReadMove(%q): offset %d is not column %d", c.text, fault.Offset, fault.Column)
		}
		var reason Illegality
		if errors.As(err, &reason); reason != c.reason {
			t.Errorf("ReadMove(%q): reason %v, want %v (%v)", c.text, reason, c.reason, err)
		}
		if !strings.Contains(err.Error(), c.says) {
			t.Errorf("ReadMove(%q): %v, want a word of %q", c.text, err, c.says)
		}
	}
}

func TestAmbiguousMove(t *testing.T) {
	_, err := NewPosition(Shogi()).ReadMove("５八金", NoMove)
	var ambiguous *AmbiguousMoveError
	if !errors.As(err, &ambiguous) || len(ambiguous.Moves) != 2 {
		t.Fatalf("%v is no AmbiguousMoveError of two moves", err)
	}
	for i, want := range []string{"4i5h", "6i5h"} {
		if ambiguous.Moves[i] != MustParseMove(want) {
			t.Errorf("candidate %d is %v, want %s", i, ambiguous.Moves[i], want)
		}
	}
	if errors.Is(err, ErrIllegalMove) {
		t.Error("an ambiguous move counts as illegal")
	}
}

// FuzzReadMove reads arbitrary texts in positions of every rule set: what is
// read must be legal, and be read again from what the position writes.
func FuzzReadMove(f *testing.F) {
	for i, seed := range []string{"▲７六歩", "△同　歩", "７六歩(77)", "５八金右", "８八と左上", "３三桂右不成", "５五角打(00)", "7g7f", "8h2b+", "P*5e",
		"P-7f", "Bx2b+", "G6i-5h", "S'5e", "+Rx5e", "５三醉象成", "５五太子直", "７一龍行", "５五角行引", "４三成銀生", "同"} {
		f.Add(seed, uint8(i), uint16(i*7), uint16(0x0f9a))
	}
	var rules []Rules
	sets := notationRules()
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		rules = append(rules, sets[name])
	}
	f.Fuzz(func(t *testing.T, text string, rule uint8, plies, prev uint16) {
		p := NewPosition(rules[int(rule)%len(rules)])
		for range plies % 128 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p.Do(moves[int(p.Hash()%uint64(len(moves)))])
		}
		before := *p
		m, err := p.ReadMove(text, Move(prev))
		if *p != before {
			t.Fatal("reading a move changed the position")
		}
		var fault *ParseError
		switch {
		case err != nil && (!errors.As(err, &fault) || fault.Format != "move" || fault.Text != text || fault.Offset > len(text) || m != NoMove):
			t.Fatalf("ReadMove(%q) = %v, %#v", text, m, err)
		case err != nil:
			return
		case !p.Legal(m):
			t.Fatalf("ReadMove(%q) in %s gives the illegal move %v", text, p.SFEN(), m)
		}
		for _, written := range []string{p.Japanese(m, Move(prev)), p.Western(m)} {
			if again, err := p.ReadMove(written, Move(prev)); again != m {
				t.Fatalf("%q was read as %v, but %q as %v, %v", text, m, written, again, err)
			}
		}
	})
}

func BenchmarkJapanese(b *testing.B) {
	p := NewPosition(Shogi())
	m := MustParseMove("4i5h")
	b.ReportAllocs()
	for b.Loop() {
		if p.Japanese(m, NoMove) == "" {
			b.Fatal("no text")
		}
	}
}

func BenchmarkReadMove(b *testing.B) {
	p := NewPosition(Shogi())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.ReadMove("▲５八金右", NoMove); err != nil {
			b.Fatal(err)
		}
	}
}
