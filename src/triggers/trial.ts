import { type LinearProgram, OP } from '../inject/linear.ts';
import { isWordCode } from '../text/tokens.ts';

/** A way that is tried: a state, a place in the text, and the states since the last character, which lead nowhere again. */
interface Way {
  state: number;
  at: number;
  seen: Seen | null;
}

interface Seen {
  state: number;
  before: Seen | null;
}

/**
 * Whether an engine that tries one way after the other needs more than so many steps for a text. In place of the engine
 * itself, which nothing can stop: not its thread's end, nor that of the process. A lookaround counts as fulfilled.
 */
export function runsAway(program: LinearProgram, text: string, stepsMax: number): boolean {
  let steps = 0;
  for (let from = 0; from <= text.length; from += 1) {
    const ways: Way[] = [{ state: 0, at: from, seen: null }];
    for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
      steps += 1;
      if (steps > stepsMax) return true;
      if (follow(program, text, way, ways)) return false;
    }
  }
  return false;
}

/** Adds the ways that one leads to; true where it is the end of the pattern. */
function follow({ ops, sets }: LinearProgram, text: string, { state, at, seen }: Way, ways: Way[]): boolean {
  const [op, a, b] = ops.slice(state * 3, state * 3 + 3) as [number, number, number];
  if (op === OP.match) return true;
  if (op === OP.char || op === OP.set) {
    const code = text.charCodeAt(at);
    const fits = op === OP.char ? a === code : at < text.length && isIn(sets[a]!, code);
    if (fits) ways.push({ state: b, at: at + 1, seen: null });
    return false;
  }
  for (let each = seen; each !== null; each = each.before) if (each.state === state) return false;
  const since = { state, before: seen };
  if (op === OP.split) ways.push({ state: b, at, seen: since }, { state: a, at, seen: since });
  else if (holds(op, text, at)) ways.push({ state: a, at, seen: since });
  return false;
}

function holds(op: number, text: string, at: number): boolean {
  if (op === OP.start) return at === 0;
  if (op === OP.end) return at === text.length;
  if (op === OP.look) return true;
  const isBoundary = isWordCode(text.charCodeAt(at - 1)) !== isWordCode(text.charCodeAt(at));
  return isBoundary === (op === OP.word);
}

const isIn = (ranges: number[], code: number): boolean =>
  ranges.some((low, index) => index % 2 === 0 && low <= code && code <= ranges[index + 1]!);
