package shoshogi

// EndingOutcome is what the readers make of the word of an ending.
func EndingOutcome(word string, p *Position) Outcome { return endingOutcome(word, p) }

// AttachFirst adds a first move without following an equal one.
func AttachFirst(c *Cursor, n *Node) { c.rec.Next = append(c.rec.Next, n) }

// MaxPly bounds the numbers of moves.
const MaxPly = maxPly
