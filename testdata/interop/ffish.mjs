// Lists legal moves with ffish, Fairy-Stockfish as a library. Each line of the input is a game:
//
//   VARIANT <tab> FEN of the start <tab> moves, with blanks between
//
// The answer is one line for each position of the game, the start first: its legal moves with blanks between. Then
// comes the FEN of the last position and, behind a tab, the result: 1-0, 0-1, 1/2-1/2, or * while the game goes on. A
// move that ffish refuses ends the game with the line "refused MOVE".
//
// ffish is found as require() finds it: in a node_modules above this file or on NODE_PATH. Without it the exit status is 3.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

// The loader of the web assembly takes the path of the file for a URL where there is a fetch.
delete globalThis.fetch;

const ffish = await load();
for await (const line of createInterface({ input: process.stdin })) {
  if (!process.stdout.write(answer(...line.split('\t')))) await once(process.stdout, 'drain');
}
process.stdout.write('', () => process.exit(0)); // what waits to be written must go first

async function load() {
  let module;
  try {
    module = createRequire(import.meta.url)('ffish');
  } catch (err) {
    console.error(err.message.split('\n')[0]);
    process.exit(3);
  }
  await new Promise((resolve) => { module.onRuntimeInitialized = resolve; });
  return module;
}

function answer(variant, fen, moves) {
  const board = new ffish.Board(variant, fen);
  const lines = [board.legalMoves()];
  for (const move of moves.split(' ').filter(Boolean)) {
    if (!board.push(move)) {
      lines.push('refused ' + move);
      break;
    }
    lines.push(board.legalMoves());
  }
  lines.push(board.fen() + '\t' + board.result(true)); // draws claimed
  board.delete();
  return lines.join('\n') + '\n';
}
