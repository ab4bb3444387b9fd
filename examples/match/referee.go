package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/shoshogi"
)

// referee lets two engines play and judges by the rules of the library.
type referee struct {
	rules    shoshogi.Rules
	control  timeControl
	maxPlies int // after so many moves the game is drawn; 0 is never

	// grantDraws draws a game in which the engine to move sees a draw by rules of
	// its own. Otherwise it loses: it does not move.
	grantDraws bool

	seats [2]*seat
	watch func(*shoshogi.Game) // sees each position of a game as it comes about
}

// seat holds one of the engines, which may have to be started again.
type seat struct {
	spec   spec
	log    *dialog
	player player // nil while the program does not run
}

// played is a game with what the record tells of it besides the moves.
type played struct {
	game    *shoshogi.Game
	opening *shoshogi.Game
	black   int // which engine had Black
	names   [2]string
	why     string   // what the referee has to say of the end
	answers []answer // one for each move after the opening; a last one without a move says how long the loser thought
	control timeControl
	begun   time.Time
}

// lag is what the referee waits beyond the clock, so that an answer that is just
// too late is still seen and measured.
const lag = 500 * time.Millisecond

// errBroken is the reason for which a game was broken off, not decided.
var errBroken = errors.New("broken off")

// play lets the engines play a game from the end of the opening. Unless the
// context ends first the game has an outcome. The error is one that makes further
// games pointless.
func (r *referee) play(ctx context.Context, opening *shoshogi.Game, black int) (*played, error) {
	p := &played{game: opening.Clone(), opening: opening, black: black, control: r.control, begun: time.Now()}
	for _, s := range r.seats {
		if err := r.ready(ctx, s); err != nil {
			return nil, err
		}
	}
	side, err := r.prepare(ctx, p)
	if err == nil {
		side, err = r.run(ctx, p)
	}
	for i, s := range r.seats {
		p.names[i] = s.spec.name
	}
	if err != nil {
		r.settle(p, side, err)
	}
	r.dismiss(ctx, p, side, err)
	return p, nil
}

// ready starts the program of the seat if it does not run. One that does not
// start is an error that no game decides.
func (r *referee) ready(ctx context.Context, s *seat) error {
	if s.player != nil {
		return nil
	}
	player, err := s.spec.start(r.rules, r.control, s.log)
	if err != nil {
		return fmt.Errorf("%s: %w", s.spec.name, err)
	}
	s.player = player
	ctx, cancel := r.within(ctx, r.control.patience)
	defer cancel()
	if err := player.hello(ctx); err != nil {
		return fmt.Errorf("%s: %w", s.spec.name, err)
	}
	return nil
}

// within limits how long an engine may take for an answer.
func (r *referee) within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	cause := &fault{shoshogi.ByTimeout, fmt.Sprintf("no answer within %v", limit)}
	return context.WithTimeoutCause(ctx, limit, cause)
}

// at returns the seat of a side.
func (r *referee) at(p *played, side shoshogi.Color) *seat {
	return r.seats[(p.black+int(side))%2]
}

// prepare announces the game to both engines. With an error comes the side whose
// engine is to blame.
func (r *referee) prepare(ctx context.Context, p *played) (shoshogi.Color, error) {
	for _, side := range []shoshogi.Color{shoshogi.Black, shoshogi.White} {
		ctx, cancel := r.within(ctx, r.control.patience)
		err := r.at(p, side).player.newGame(ctx, p.game.Start())
		cancel()
		if err != nil {
			return side, err
		}
	}
	return shoshogi.Black, nil
}

// run plays the game to its end. With an error comes the side whose engine is to
// blame.
func (r *referee) run(ctx context.Context, p *played) (shoshogi.Color, error) {
	clock := newClock(r.control)
	r.show(p.game)
	for !p.game.Outcome().Over() {
		if r.maxPlies > 0 && p.game.Len() >= r.maxPlies {
			p.why = fmt.Sprintf("%d moves without a decision", p.game.Len())
			return 0, p.game.End(shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByImpasse})
		}
		side := p.game.Position().Turn()
		if err := r.turn(ctx, p, side, clock); err != nil {
			return side, err
		}
		r.show(p.game)
	}
	return 0, nil
}

func (r *referee) show(g *shoshogi.Game) {
	if r.watch != nil {
		r.watch(g)
	}
}

// turn lets the side move.
func (r *referee) turn(ctx context.Context, p *played, side shoshogi.Color, c *clock) error {
	ctx, cancel := r.within(ctx, c.allowance(side)+c.margin+lag)
	defer cancel()
	a, err := r.at(p, side).player.think(ctx, p.game, c)
	if err != nil {
		return err
	}
	p.answers = append(p.answers, a)
	allowed := c.allowance(side)
	if !c.spend(side, a.spent) {
		return &fault{shoshogi.ByTimeout, fmt.Sprintf("thought for %v, had %v", a.spent.Round(time.Millisecond), allowed)}
	}
	switch {
	case a.resigns:
		return p.game.End(shoshogi.Outcome{Result: winFor(side.Other()), Reason: shoshogi.ByResignation})
	case a.draws && r.grantDraws:
		p.why = "drawn by the rules of " + r.at(p, side).spec.name
		return p.game.End(shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByAgreement})
	case a.draws:
		return foul("claims a draw that the rules do not give")
	case a.declares:
		if err := p.game.Declare(); err != nil {
			return foul("%v", err)
		}
		return nil
	}
	if err := p.game.Play(a.move); err != nil {
		return foul("%v", err)
	}
	return nil
}

// settle ends a game that was not played out: the side loses by its fault, or
// nobody does.
func (r *referee) settle(p *played, side shoshogi.Color, err error) {
	var f *fault
	if errors.As(err, &f) {
		p.why = f.text
		p.game.End(shoshogi.Outcome{Result: winFor(side.Other()), Reason: f.reason})
		return
	}
	p.why = errBroken.Error()
	p.game.End(shoshogi.Outcome{Reason: shoshogi.ByAbandoned})
}

func winFor(side shoshogi.Color) shoshogi.Result {
	if side == shoshogi.White {
		return shoshogi.WhiteWins
	}
	return shoshogi.BlackWins
}

// dismiss tells the engines the result. One at fault is ended, and started anew
// for the next game.
func (r *referee) dismiss(ctx context.Context, p *played, guilty shoshogi.Color, err error) {
	for _, side := range []shoshogi.Color{shoshogi.Black, shoshogi.White} {
		s := r.at(p, side)
		ctx, cancel := r.within(ctx, r.control.patience)
		if err != nil && side == guilty || s.player.gameOver(ctx, p.game, side) != nil {
			s.player.end()
			s.player = nil
		}
		cancel()
	}
}

// end ends both programs.
func (r *referee) end() {
	for _, s := range r.seats {
		if s.player != nil {
			s.player.end()
			s.player = nil
		}
	}
}
