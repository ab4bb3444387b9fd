// Package shoshogi knows the rules of sho shogi (小将棋), the 16th-century shogi
// with a drunk elephant before each king and no drops, and of its relatives:
// Asakura shogi (朝倉象棋), the 46-piece game with leopards (小象棋), Heian shogi
// (平安将棋) and modern shogi (本将棋). It makes and checks moves, keeps games with
// their repetitions and verdicts, and reads and writes SFEN, USI, KIF and KI2.
//
// # A first program
//
//	g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))
//	if err := g.Play(shoshogi.MustParseMove("7g7f")); err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(g.Position().SFEN())
//	for _, m := range g.LegalMoves() {
//		fmt.Print(m, " ")
//	}
//
// # What the types are for
//
// [Position] is a board with side to move, hands and rules, but without history.
// [Game] is a position with its history: it alone knows repetitions, and it says
// who has won. [Record] is a game as people write it down: a tree of moves with
// names, times, comments and variations. [Rules] says by which reading of the
// lost rules all of them go, and [Setup] is a position being edited.
//
// To do this, use that:
//
//   - start a game: [NewPosition], [NewGame], [ParseSFEN], [ParseUSI]
//   - list moves: [Position.AppendMoves] and its kin, [Position.Moves], [Game.LegalMoves]
//   - check a move from outside: [Game.Play], [Position.Play], [Position.Legal], [Position.ValidateMove]
//   - search: [Position.Do], [Position.Undo], [Position.Hash], [Position.GivesCheck], [Position.Outcome]
//   - play at random: [Position.Playout], [Game.Playout], [Position.RandomMove], [Game.RandomMove]
//   - see who has won: [Game.Outcome], [Position.Outcome], [Game.Declare], [Game.End]
//   - look at a position: [Position.At], [Position.Pieces], [Position.Attackers], [Position.Pinned]
//   - show it: [Position.Diagram], [Position.ASCII], [Position.AppendSVG]
//   - edit it: [Position.Setup], [Setup.Position]
//   - name a move: [Move.String], [Position.Japanese], [Position.Western], [Position.ReadMove]
//   - read and write records: [ReadKIF], [ReadKI2], [Record.WriteKIF], [Record.WriteKI2], [NewRecord]
//   - take rules from a flag or a file: [ParseRules], [Rules.String], flag.TextVar
//
// Names follow one habit: Play checks, Do does not; AppendX appends to what it is
// given; ParseX returns an error, and MustParseX, where there is one, panics.
//
// # Rule sets
//
// The official rules of sho shogi are lost. Each preset is one reading, and says
// in its doc comment where it comes from; every field of [Rules] can be set by
// hand as well.
//
//   - sho ([Sho], the zero Rules): the encyclopedia article on 小将棋 in the Japanese Wikipedia
//   - sho-federation ([ShoFederation]): the reconstruction of the Chu Shogi Federation (中将棋連盟)
//   - sho-modern ([ShoModern]): modern shogi with an elephant, as programs play it
//   - sho-chu ([ShoChu]): in the style of chu shogi
//   - sho46-above-silver, sho46-above-gold ([Sho46]): the 46-piece game with leopards
//   - asakura ([Asakura]): with drops, as played in Fukui
//   - heian, heian-small ([Heian], [HeianSmall]): the oldest shogi, after 二中歴
//   - shogi ([Shogi]): modern shogi
//
// # Squares and sides
//
// Black (先手) sits below and moves up the board, White (後手) above. Files count
// from 1 at Black's right, ranks from a at the top, so that 7g is the square
// before Black's bishop. Boards smaller than 9×9 keep the lowest files and the top
// ranks.
//
// # Errors
//
// Whatever reads text returns a *[ParseError] with line, column and byte offset.
// [Setup.Position] lists all that is impossible in a *[SetupError], and
// [Rules.Validate] all that is senseless in a *[RulesError]. An illegal move is a
// *[MoveError] that wraps an [Illegality]; errors.Is(err, [ErrIllegalMove]) holds
// for all of them. Nothing panics on input, but for the functions whose names
// begin with Must, and [NewPosition] for rules that Validate refuses.
//
// # Promises
//
// Zero values: the zero [Kind], [Piece], [Square] and [Move] are none of their
// type, the zero [Rules] is [Sho], the zero [Position] is an empty board without
// rules on which nothing can move.
//
// Concurrency: any number of goroutines may read the same value at once; a
// goroutine that changes a [Position], [Game] or [Record] needs it for itself. The
// package has no state that a program can see.
//
// Allocation: a [Position] is one flat struct that q := *p copies and == compares.
// Generating moves into a slice with room for [MaxMoves] more, counting, testing,
// making and taking back moves, hashing and check queries do not allocate. A
// program that neither reads nor writes records does not carry the tables of
// Shift_JIS.
//
// Compatibility: the values of [Move], [Square], [Piece] and [Kind] and the results
// of [Position.Hash] are the same in every process and on every architecture, and
// change only with the major version, as the text forms do. The order of generated
// moves may change at any time.
package shoshogi
