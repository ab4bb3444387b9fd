package shoshogi

import "unicode/utf8"

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
	if r >= 'a' && r <= 'i' {
		return int(r - 'a' + 1), n
	}
	value = 1
	for _, kanji := range kanjiRanks {
		if r == kanji {
			return value, n
		}
		value++
	}
	return 0, 0
}
