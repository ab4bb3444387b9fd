// Reads and writes records with tsshogi, the library of ShogiHome.
//
//   node tsshogi.mjs          each line of the input is a KIF text as a JSON string; the answer is one line of JSON: the
//                             tree that tsshogi read, and what it writes for it as KIF and as KI2, or an error
//   node tsshogi.mjs time N   the input is one KIF text; the answer is the time of reading it, the best of N, in nanoseconds
//
// tsshogi is found as require() finds it: in a node_modules above this file or on NODE_PATH. Without it the exit status is 3.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const tsshogi = load();
const input = readFileSync(0, 'utf8');
if (process.argv[2] === 'time') {
  console.log(String(bestTime(input, Number(process.argv[3]))));
} else {
  for (const line of input.split('\n').filter(Boolean)) {
    console.log(JSON.stringify(answer(JSON.parse(line))));
  }
}

function load() {
  try {
    return createRequire(import.meta.url)('tsshogi');
  } catch (err) {
    console.error(err.message.split('\n')[0]);
    process.exit(3);
  }
}

function answer(kif) {
  const record = tsshogi.importKIF(kif);
  if (record instanceof Error) return { error: `${record.constructor.name}: ${record.message}` };
  return {
    start: record.initialPosition.sfen,
    comment: record.first.comment,
    bookmark: record.first.bookmark,
    next: siblings(record.first.next),
    kif: tsshogi.exportKIF(record),
    ki2: tsshogi.exportKI2(record),
  };
}

// siblings lists a node and its variations.
function siblings(first) {
  const list = [];
  for (let node = first; node; node = node.branch) {
    const move = node.move instanceof tsshogi.Move;
    list.push({
      move: move ? node.move.usi : '',
      end: move ? '' : word(node.move),
      comment: node.comment,
      bookmark: node.bookmark,
      milliseconds: node.elapsedMs,
      next: siblings(node.next),
    });
  }
  return list;
}

// word returns the word of an ending in KIF, which is not always the one that tsshogi shows.
function word(ending) {
  const shown = tsshogi.formatSpecialMove(ending);
  return shown === '入玉' ? '入玉勝ち' : shown;
}

function bestTime(kif, rounds) {
  let best = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    const record = tsshogi.importKIF(kif);
    best = Math.min(best, Number(process.hrtime.bigint() - start));
    if (record instanceof Error) throw record;
  }
  return best;
}
