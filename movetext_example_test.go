package shoshogi_test

import (
	"fmt"

	"example.com/shoshogi"
)

func ExamplePosition_Japanese() {
	p := shoshogi.NewPosition(shoshogi.Sho())
	prev := shoshogi.NoMove
	for _, usi := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "4i5g"} {
		m := shoshogi.MustParseMove(usi)
		if !p.Legal(m) {
			fmt.Println(usi, "is not legal")
			break
		}
		fmt.Println(p.Japanese(m, prev), p.Western(m))
		p.Do(m)
		prev = m
	}
	// Output:
	// ▲７六歩 P-7f
	// △３四歩 P-3d
	// ▲２二角成 Bx2b+
	// △同　銀 Sx2b
	// 4i5g is not legal
}

func ExamplePosition_ReadMove() {
	p := shoshogi.NewPosition(shoshogi.Sho())
	for _, text := range []string{"７六歩", "６八金右", "S-6h", "8h2b+", "６八金", "４八銀左"} {
		m, err := p.ReadMove(text, shoshogi.NoMove)
		fmt.Println(m, err)
	}
	// Output:
	// 7g7f <nil>
	// - move: column 1: no such move: no gold general of Black that can go to 6h fits the words: "６八金右"
	// 7i6h <nil>
	// - move: column 1: no such move: "8h2b+"
	// 6i6h <nil>
	// - move: column 1: no such move: no silver general of Black that can go to 4h fits the words: "４八銀左"
}
