package shoshogi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// noneText is how the zero value of the small types prints.
const noneText = "-"

// ParseError says what is wrong with a text and where. Every parser of the
// package returns its errors as *ParseError, alone or with the part of a record
// read so far; the SFEN readers also return a *[SetupError] for a well-formed
// text that describes an impossible position.
type ParseError struct {
	Format string // what was being read: "SFEN", "USI", "KIF", "move", "rules", …
	Offset int    // place of the fault in bytes from the start of the text, from 0
	Line   int    // line of the fault, from 1
	Column int    // column of the fault in characters (code points), from 1
	Text   string // the text that was not understood, or the line it stands in
	Err    error  // the reason; an [Illegality] or an error that wraps one for a move that the rules forbid
}

// Error returns one line: format, place, reason and text.
func (e *ParseError) Error() string {
	text := e.Text
	if len(text) > maxShownText {
		cut := maxShownText
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	if e.Line > 1 || e.Format == formatKIF || e.Format == formatKI2 {
		return fmt.Sprintf("%s: line %d, column %d: %v: %q", e.Format, e.Line, e.Column, e.Err, text)
	}
	return fmt.Sprintf("%s: column %d: %v: %q", e.Format, e.Column, e.Err, text)
}

// maxShownText bounds the bytes of a faulty text that an error message shows.
const maxShownText = 120

// Unwrap returns the reason.
func (e *ParseError) Unwrap() error { return e.Err }

// textError reports a fault at byte offset of a one-line text.
func textError(format, text string, offset int, reason string) *ParseError {
	return &ParseError{
		Format: format,
		Offset: offset,
		Line:   1,
		Column: utf8.RuneCountInString(text[:offset]) + 1,
		Text:   text,
		Err:    errors.New(reason),
	}
}

// The text forms of the small types. MarshalText and AppendText give what
// String gives; UnmarshalText takes it back, with "-" or the empty text for the
// zero value of the types that have a none. They make the types work in JSON,
// XML and flag.TextVar.

// marshal gives the text of a value that its own parser accepts.
func marshal(dst []byte, valid bool, v fmt.Stringer) ([]byte, error) {
	if !valid {
		return dst, fmt.Errorf("shoshogi: cannot write the invalid value %v", v)
	}
	return append(dst, v.String()...), nil
}

// unmarshal stores what parse reads from text.
func unmarshal[T any](dst *T, text []byte, parse func(string) (T, error)) error {
	v, err := parse(string(text))
	if err == nil {
		*dst = v
	}
	return err
}

// orNone wraps parse so that "-" and "" give the zero value.
func orNone[T any](parse func(string) (T, error)) func(string) (T, error) {
	return func(s string) (T, error) {
		if s == noneText || s == "" {
			var zero T
			return zero, nil
		}
		return parse(s)
	}
}

// AppendText appends what String returns; an invalid color is an error.
func (c Color) AppendText(dst []byte) ([]byte, error) { return marshal(dst, c <= White, c) }

// MarshalText returns what String returns; an invalid color is an error.
func (c Color) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseColor].
func (c *Color) UnmarshalText(text []byte) error { return unmarshal(c, text, ParseColor) }

// AppendText appends what String returns; an invalid kind is an error.
func (k Kind) AppendText(dst []byte) ([]byte, error) { return marshal(dst, k < kindCount, k) }

// MarshalText returns what String returns; an invalid kind is an error.
func (k Kind) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseKind]. "-" and the
// empty text give NoKind.
func (k *Kind) UnmarshalText(text []byte) error { return unmarshal(k, text, orNone(ParseKind)) }

// AppendText appends what String returns; an invalid piece is an error.
func (pc Piece) AppendText(dst []byte) ([]byte, error) {
	return marshal(dst, pc == NoPiece || pc.Valid(), pc)
}

// MarshalText returns what String returns; an invalid piece is an error.
func (pc Piece) MarshalText() ([]byte, error) { return pc.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParsePiece]. "-" and the
// empty text give NoPiece.
func (pc *Piece) UnmarshalText(text []byte) error { return unmarshal(pc, text, orNone(ParsePiece)) }

// AppendText appends what String returns; bits that stand for no kind are an
// error.
func (ks Kinds) AppendText(dst []byte) ([]byte, error) { return marshal(dst, ks&^allKinds == 0, ks) }

// MarshalText returns what String returns; bits that stand for no kind are an
// error.
func (ks Kinds) MarshalText() ([]byte, error) { return ks.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseKinds]. The empty text
// gives the empty set.
func (ks *Kinds) UnmarshalText(text []byte) error { return unmarshal(ks, text, orNone(ParseKinds)) }

// AppendText appends what String returns; an invalid square is an error.
func (sq Square) AppendText(dst []byte) ([]byte, error) { return marshal(dst, sq <= lastSquare, sq) }

// MarshalText returns what String returns; an invalid square is an error.
func (sq Square) MarshalText() ([]byte, error) { return sq.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseSquare]. "-" and the
// empty text give NoSquare.
func (sq *Square) UnmarshalText(text []byte) error { return unmarshal(sq, text, orNone(ParseSquare)) }

// AppendText appends what String returns.
func (s SquareSet) AppendText(dst []byte) ([]byte, error) { return marshal(dst, true, s) }

// MarshalText returns what String returns.
func (s SquareSet) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseSquareSet]. The empty
// text gives the empty set.
func (s *SquareSet) UnmarshalText(text []byte) error {
	return unmarshal(s, text, orNone(ParseSquareSet))
}

// AppendText appends what String returns; a value that is no move is an error.
func (m Move) AppendText(dst []byte) ([]byte, error) {
	return marshal(dst, m == NoMove || m.Valid(), m)
}

// MarshalText returns what String returns; a value that is no move is an error.
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseMove]. "-" and the
// empty text give NoMove.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, orNone(ParseMove)) }

// nameOf returns the i-th of names, or "Type(i)" for values out of range.
func nameOf(typ string, names []string, i uint8) string {
	if int(i) < len(names) && names[i] != "" {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", typ, i)
}

// parseName returns the index of s in names.
func parseName[T ~uint8](typ string, names []string, s string) (T, error) {
	for i, name := range names {
		if name == s && name != "" {
			return T(i), nil
		}
	}
	return 0, textError(typ, s, 0, "want one of "+strings.Join(withoutEmpty(names), ", "))
}

// withoutEmpty leaves out empty and repeated names.
func withoutEmpty(names []string) []string {
	kept := make([]string, 0, len(names))
	for _, name := range names {
		if name != "" && !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// AppendText appends what String returns; an invalid result is an error.
func (v Result) AppendText(dst []byte) ([]byte, error) { return marshal(dst, v <= Draw, v) }

// MarshalText returns what String returns; an invalid result is an error.
func (v Result) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseResult].
func (v *Result) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseResult) }

// AppendText appends what String returns; an invalid reason is an error.
func (v Reason) AppendText(dst []byte) ([]byte, error) { return marshal(dst, v <= ByAbandoned, v) }

// MarshalText returns what String returns; an invalid reason is an error.
func (v Reason) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseReason].
func (v *Reason) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseReason) }
