package shoshogi

import (
	"errors"
	"io"
	"iter"
	"strings"
)

// KIF is the format in which Japanese programs keep games. It has no standard;
// what is read is what programs are known to write, and what is written is what
// all of them read.

// ReadKIF reads one record in KIF. Its encoding, UTF-8 or Shift_JIS, is told from
// the bytes. 手合割 chooses the rules: 小将棋, 朝倉象棋, 小象棋, 平安将棋, or shogi for
// 平手 and the handicaps, each in the reading of r if r is one of that game; without
// it the record is read under r.
//
// Reading is strict: what is not understood, a move that the rules forbid, a number
// that does not follow, a name that is not that of the piece on the board give a
// *[ParseError] together with the record read so far. See [ReadOptions] for
// another way. Rules that [Rules.Validate] refuses give its error, and no record.
// The Offset of a fault counts the bytes of the text in UTF-8, into which Shift_JIS
// is decoded first. Errors of rd are returned as they are. Repetition is no matter
// of the reader; [Record.Game] looks at it.
//
// Reading takes time and memory in proportion to the text. It has no limit of its
// own; use [io.LimitReader] to set one.
func ReadKIF(rd io.Reader, r Rules) (*Record, error) { return ReadOptions{}.ReadKIF(rd, r) }

// ParseKIF reads one record in KIF as [ReadKIF] does.
func ParseKIF(s string, r Rules) (*Record, error) { return ReadOptions{}.ParseKIF(s, r) }

// KIFs reads any number of records in KIF that follow one another in one text, as
// [ReadKIF] reads each: a record begins with headers, or with the line that opens
// the list of moves, after the moves of the one before. It holds one record at a
// time. A fault comes with the record read so far, and the next record follows.
func KIFs(rd io.Reader, r Rules) iter.Seq2[*Record, error] { return ReadOptions{}.KIFs(rd, r) }

// ReadKIF reads one record in KIF; see [ReadKIF].
func (o ReadOptions) ReadKIF(rd io.Reader, r Rules) (*Record, error) {
	return o.readOne(newLineReader(rd), r, formatKIF)
}

// ParseKIF reads one record in KIF; see [ReadKIF].
func (o ReadOptions) ParseKIF(s string, r Rules) (*Record, error) {
	return o.readOne(newStringLineReader(s), r, formatKIF)
}

// KIFs reads records that follow one another; see [KIFs].
func (o ReadOptions) KIFs(rd io.Reader, r Rules) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if err := r.Validate(); err != nil {
			yield(nil, err)
			return
		}
		reader := newRecordReader(newLineReader(rd), r, formatKIF, o)
		reader.many = true
		for {
			rec := reader.record()
			err := reader.failure()
			if rec == nil {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			if !yield(rec, err) {
				return
			}
			if cut := reader.lines.failure(); cut != nil {
				if !errors.Is(err, cut) {
					yield(nil, cut)
				}
				return
			}
		}
	}
}

// ReadRecord reads one record in KIF or KI2, whichever it is; see [ReadKIF].
func ReadRecord(rd io.Reader, r Rules) (*Record, error) { return ReadOptions{}.ReadRecord(rd, r) }

// ReadRecord reads one record in KIF or KI2; see [ReadKIF].
func (o ReadOptions) ReadRecord(rd io.Reader, r Rules) (*Record, error) {
	return o.readOne(newLineReader(rd), r, formatEither)
}

var errNoRecord = errors.New("there is no record")

func (o ReadOptions) readOne(lines *lineReader, r Rules, format string) (*Record, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	reader := newRecordReader(lines, r, format, o)
	rec := reader.record()
	if rec == nil && reader.lines.failure() == nil {
		reader.failAt(placedLine{line: 1}, 0, errNoRecord)
	}
	if rec == nil {
		rec = reader.rec
		reader.finish()
	}
	return rec, reader.failure()
}

// ReadOptions says how records are read. The zero ReadOptions is strict, as
// [ReadKIF], [ReadKI2] and [KIFs] are.
type ReadOptions struct {
	// Lenient goes on where strict reading stops. A move that the rules forbid, and
	// what else makes no sense as a move, ends its line of play: it is kept as text
	// together with what follows it ([Node.Unread]). Other lines that are not
	// understood become headers without a key before the first move, and remarks
	// after it. So writing the record loses nothing.
	//
	// The record is returned together with [ParseErrors], or nil if there was no fault.
	// They have every fault but those in text that was kept unread. What strict
	// reading accepts, lenient reading reads in the same way.
	Lenient bool
}

// ParseErrors holds the faults that lenient reading found, in the order of the
// file. It matches whatever one of them does in errors.Is and errors.As.
type ParseErrors []*ParseError

// Error returns one line for each fault.
func (e ParseErrors) Error() string {
	var lines []string
	for _, fault := range e {
		if fault != nil {
			lines = append(lines, fault.Error())
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults.
func (e ParseErrors) Unwrap() []error {
	errs := make([]error, 0, len(e))
	for _, fault := range e {
		if fault != nil {
			errs = append(errs, fault)
		}
	}
	return errs
}

// KIFOptions says how a record is written. The zero KIFOptions, and a nil pointer
// to one, stand for UTF-8 with LF.
type KIFOptions struct {
	ShiftJIS bool // CP932, as files named .kif are expected to be, instead of UTF-8
	CRLF     bool // lines end with CR LF instead of LF
}

// WriteKIF writes the record in KIF, as Kifu for Windows does where it has a way.
// Reading the text under rec.Rules gives an equal record, and writing that gives
// the same text: line breaks in notes all become LF, and what stands in End or
// EndText alone comes back in both. In Shift_JIS a few characters come back as
// the look-alikes that it has for them: 〜 (U+301C) as ～ (U+FF5E), and likewise
// U+2212, U+2016, U+2014, ¢, £ and ¬. What only lenient reading makes, such as
// [Node.Unread], only lenient reading takes back.
//
// 手合割 is written from Rules and Start where no header has it, and a diagram for
// any start that it does not say and for all games but shogi, which few programs
// know. KIF says which game is played, not in which reading of its rules: a record
// under one of the presets for sho shogi is to be read under the same.
//
// The error is that of [Record.Validate], a *[RecordError] for what KIF cannot
// hold (a line break or a misleading key in a header, a negative time, text in
// Unread or EndText that would be read as something else), or an
// *[UnencodableError]. Then nothing has been written.
func (rec *Record) WriteKIF(w io.Writer, opt *KIFOptions) error {
	return rec.write(w, opt, formatKIF)
}

var errNoWriter = errors.New("the writer is nil")
