/**
 * Runs a pattern in time linear in the text, whatever the text: all states at once, as in
 * Ken Thompson, "Regular Expression Search Algorithm" (CACM 11:6, 1968). Only used on long texts,
 * for patterns with gaps (`git push.*--force`), where the engine's own backtracking is quadratic or worse.
 */

import { isWordCode } from '../text/tokens.ts';

/** A pattern as a machine; made at compile time by `triggers/linear-program.ts`. */
export interface LinearProgram {
  /** Three numbers a state: what it does, and its two operands. State 0 is the start. */
  ops: number[];
  /** Inclusive ranges of UTF-16 code units, flat: low, high, low, high… */
  sets: number[][];
  /** Lookarounds over a few characters, such as `(?!-with-lease)`; checked in place. */
  looks?: Look[];
  /** Characters of the longest text of which the engine comes to an end in time; without it any text's. */
  native?: number;
}

/** What must, or must not, stand right before or behind a position. */
export interface Look {
  negate: boolean;
  behind: boolean;
  alternatives: {
    /** Indices of sets, one a character. */
    sets: number[];
    /** It must also reach the end of the text, or its start where it looks behind. */
    edge: boolean;
  }[];
}

export const OP = {
  /** A character of set `a`, then state `b`. */
  set: 0,
  /** States `a` and `b`, without a character. */
  split: 1,
  start: 2,
  end: 3,
  word: 4,
  notWord: 5,
  /** The text matches. */
  match: 6,
  /** The character `a`, then state `b`. */
  char: 7,
  /** Lookaround `b` holds here; then state `a`. */
  look: 8,
} as const;

/** Whether the program matches anywhere in the text. Lines are not told apart: `^` and `$` are the text's ends. */
export function runLinear(program: LinearProgram, text: string): boolean {
  const machine = machineOf(program);
  const { ops } = program;
  let current = machine.first;
  let next = machine.second;
  current.clear();
  for (let at = 0; ; at += 1) {
    if ((at === 0 || !machine.anchored) && addState(program, machine, current, 0, text, at)) return true;
    if (at >= text.length || (machine.anchored && current.size === 0)) return false;
    const code = text.charCodeAt(at);
    next.clear();
    for (let index = 0; index < current.size; index += 1) {
      const state = current.states[index]! * 3;
      const op = ops[state]!;
      const a = ops[state + 1]!;
      if (op === OP.char ? a !== code : op !== OP.set || !machine.has(a, code)) continue;
      if (addState(program, machine, next, ops[state + 2]!, text, at + 1)) return true;
    }
    [current, next] = [next, current];
  }
}

/** Steps after which trying one way after the other is given up: it may be exponential. */
const STEPS_MAX = 4000;

/**
 * The same by trying one way after the other, or null where that takes too long. For the first short texts of a
 * process: it needs neither the sets of states nor the engine's expressions, whose first use takes 100 µs and 2 MB.
 */
export function runShort(program: LinearProgram, text: string): boolean | null {
  const budget = { steps: STEPS_MAX };
  for (let at = 0; at <= text.length; at += 1) {
    const found = follow(program, 0, text, at, budget);
    if (found !== false) return found;
  }
  return false;
}

/** Whether the end of the pattern can be reached from a state; null where the budget is spent. */
function follow(
  program: LinearProgram,
  from: number,
  text: string,
  start: number,
  budget: { steps: number },
): boolean | null {
  const { ops, sets } = program;
  let state = from;
  let at = start;
  for (;;) {
    budget.steps -= 1;
    if (budget.steps < 0) return null;
    const a = ops[state * 3 + 1]!;
    const b = ops[state * 3 + 2]!;
    switch (ops[state * 3]) {
      case OP.match:
        return true;
      case OP.char:
        if (text.charCodeAt(at) !== a) return false;
        at += 1;
        state = b;
        break;
      case OP.set:
        if (at >= text.length || !inRanges(sets[a]!, text.charCodeAt(at))) return false;
        at += 1;
        state = b;
        break;
      case OP.split: {
        const found = follow(program, a, text, at, budget);
        if (found !== false) return found;
        state = b;
        break;
      }
      case OP.start:
        if (at !== 0) return false;
        state = a;
        break;
      case OP.end:
        if (at !== text.length) return false;
        state = a;
        break;
      case OP.word:
      case OP.notWord:
        if (isBoundary(text, at) !== (ops[state * 3] === OP.word)) return false;
        state = a;
        break;
      default:
        return null;
    }
  }
}

/** A set of states in the order they were added; clearing it costs nothing. */
class States {
  readonly states: Int32Array;
  private readonly seen: Int32Array;
  private round = 0;
  size = 0;

  constructor(count: number) {
    this.states = new Int32Array(count);
    this.seen = new Int32Array(count).fill(-1);
  }

  clear(): void {
    this.size = 0;
    this.round += 1;
  }

  add(state: number): boolean {
    if (this.seen[state] === this.round) return false;
    this.seen[state] = this.round;
    this.states[this.size] = state;
    this.size += 1;
    return true;
  }
}

/** Adds a state and what it leads to without a character; true where that is the end of the pattern. */
function addState(
  program: LinearProgram,
  machine: Machine,
  into: States,
  state: number,
  text: string,
  at: number,
): boolean {
  if (!into.add(state)) return false;
  const { ops } = program;
  const a = ops[state * 3 + 1]!;
  const b = ops[state * 3 + 2]!;
  switch (ops[state * 3]) {
    case OP.match:
      return true;
    case OP.split:
      return addState(program, machine, into, a, text, at) || addState(program, machine, into, b, text, at);
    case OP.start:
      return at === 0 && addState(program, machine, into, a, text, at);
    case OP.end:
      return at === text.length && addState(program, machine, into, a, text, at);
    case OP.word:
      return isBoundary(text, at) && addState(program, machine, into, a, text, at);
    case OP.notWord:
      return !isBoundary(text, at) && addState(program, machine, into, a, text, at);
    case OP.look:
      return holds(program.looks![b]!, machine, text, at) && addState(program, machine, into, a, text, at);
    default:
      return false;
  }
}

function holds(look: Look, machine: Machine, text: string, at: number): boolean {
  const found = look.alternatives.some(({ sets, edge }) => {
    const start = look.behind ? at - sets.length : at;
    const end = start + sets.length;
    if (start < 0 || end > text.length) return false;
    if (edge && (look.behind ? start !== 0 : end !== text.length)) return false;
    return sets.every((set, index) => machine.has(set, text.charCodeAt(start + index)));
  });
  return found !== look.negate;
}

function isBoundary(text: string, at: number): boolean {
  return isWordCode(text.charCodeAt(at - 1)) !== isWordCode(text.charCodeAt(at));
}

interface Machine {
  first: States;
  second: States;
  /** Every way in begins with `^`, so that a match starts at the start or not at all. */
  anchored: boolean;
  has(set: number, code: number): boolean;
}

let machines: WeakMap<LinearProgram, Machine> | null = null;

function machineOf(program: LinearProgram): Machine {
  machines ??= new WeakMap();
  const known = machines.get(program);
  if (known) return known;
  const ascii = program.sets.map((ranges) => {
    const table = new Uint8Array(128);
    for (let code = 0; code < 128; code += 1) table[code] = inRanges(ranges, code) ? 1 : 0;
    return table;
  });
  const count = program.ops.length / 3;
  const machine: Machine = {
    first: new States(count),
    second: new States(count),
    anchored: isAnchored(program.ops),
    has: (set, code) => (code < 128 ? ascii[set]![code] === 1 : inRanges(program.sets[set]!, code)),
  };
  machines.set(program, machine);
  return machine;
}

function isAnchored(ops: number[]): boolean {
  const seen = new Set<number>();
  const open = [0];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    const op = ops[state * 3];
    if (op === OP.split) open.push(ops[state * 3 + 1]!, ops[state * 3 + 2]!);
    else if (op !== OP.start) return false;
  }
  return true;
}

function inRanges(ranges: number[], code: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (code >= ranges[index]! && code <= ranges[index + 1]!) return true;
  }
  return false;
}
