import type { AST } from '@eslint-community/regexpp';
import { type LinearProgram, type Look, OP } from '../inject/linear.ts';
import { PATTERN_TEXT_BYTES_MAX } from '../model/constants.ts';
import { type CharSet, charSetOf } from './char-set.ts';
import { isCharacter, parsePattern } from './parse.ts';
import { charsInTime } from './ways.ts';

const STATES_MAX = 400;
/** A lookaround is checked at every position, so it may only be short. */
const LOOK_CHARS_MAX = 32;
const LOOK_ALTERNATIVES_MAX = 8;

/**
 * The pattern as a machine for `runLinear`; null where it has a backreference or a lookaround over more than a few
 * characters, has the `m` flag, or is too large.
 */
export function linearProgram(source: string, flags = ''): LinearProgram | null {
  const parsed = parsePattern(source, flags);
  if (!parsed.ok || flags.includes('m')) return null;
  const builder = new Builder(flags);
  try {
    const start = builder.choice(parsed.pattern.alternatives, builder.state(OP.match, 0, 0));
    const program = builder.finish(start);
    const native = charsInTime(parsed.pattern, flags, PATTERN_TEXT_BYTES_MAX);
    return native < PATTERN_TEXT_BYTES_MAX ? { ...program, native } : program;
  } catch (error) {
    if (error instanceof NotLinear) return null;
    throw error;
  }
}

/**
 * True for a lookaround over a few single characters, such as `(?!-with-lease)`, `(?<!sudo )` or `(?=\\s|$)`: it is
 * checked in place, at a bounded cost.
 */
export function isShortLookaround(node: AST.LookaroundAssertion): boolean {
  const edge = node.kind === 'lookahead' ? 'end' : 'start';
  return (
    node.alternatives.length <= LOOK_ALTERNATIVES_MAX &&
    node.alternatives.every(({ elements }) => {
      const outermost = edge === 'end' ? elements.length - 1 : 0;
      return (
        elements.length <= LOOK_CHARS_MAX &&
        elements.every(
          (each, index) =>
            isCharacter(each) || (index === outermost && each.type === 'Assertion' && each.kind === edge),
        )
      );
    })
  );
}

class NotLinear extends Error {}

/** Builds from the end: every method takes the state that follows and returns the one to enter. */
class Builder {
  readonly #flags: string;
  /** State 0 is kept for the start. */
  readonly #ops: number[] = [OP.split, 0, 0];
  readonly #sets: number[][] = [];
  readonly #looks: Look[] = [];
  readonly #known = new Map<string, number>();

  constructor(flags: string) {
    this.#flags = flags;
  }

  state(op: number, a: number, b: number): number {
    const index = this.#ops.length / 3;
    if (index >= STATES_MAX) throw new NotLinear();
    this.#ops.push(op, a, b);
    return index;
  }

  finish(start: number): LinearProgram {
    this.#ops[1] = start;
    this.#ops[2] = start;
    const program: LinearProgram = { ops: this.#ops, sets: this.#sets };
    if (this.#looks.length > 0) program.looks = this.#looks;
    return program;
  }

  choice(alternatives: AST.Alternative[], next: number): number {
    const entries = alternatives.map((alternative) => this.#sequence(alternative.elements, next));
    return entries.reduceRight((rest, entry) => this.state(OP.split, entry, rest));
  }

  #sequence(elements: AST.Element[], next: number): number {
    return elements.reduceRight((after, element) => this.#element(element, after), next);
  }

  #element(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#character(charSetOf(element, this.#flags), next);
      case 'Group':
        if (element.modifiers) throw new NotLinear();
        return this.choice(element.alternatives, next);
      case 'CapturingGroup':
        return this.choice(element.alternatives, next);
      case 'Quantifier':
        return this.#repetition(element, next);
      case 'Assertion':
        return this.#assertion(element, next);
      default:
        throw new NotLinear();
    }
  }

  #repetition(node: AST.Quantifier, next: number): number {
    let entry = next;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop = this.state(OP.split, 0, next);
      this.#ops[loop * 3 + 1] = this.#element(node.element, loop);
      entry = loop;
    } else {
      for (let count = node.min; count < node.max; count += 1) {
        entry = this.state(OP.split, this.#element(node.element, entry), next);
      }
    }
    for (let count = 0; count < node.min; count += 1) entry = this.#element(node.element, entry);
    return entry;
  }

  #assertion(node: AST.Assertion, next: number): number {
    if (node.kind === 'start') return this.state(OP.start, next, 0);
    if (node.kind === 'end') return this.state(OP.end, next, 0);
    if (node.kind === 'word') return this.state(node.negate ? OP.notWord : OP.word, next, 0);
    if (node.kind === 'lookahead' || node.kind === 'lookbehind') return this.#lookaround(node, next);
    throw new NotLinear();
  }

  #lookaround(node: AST.LookaroundAssertion, next: number): number {
    if (!isShortLookaround(node)) throw new NotLinear();
    const behind = node.kind === 'lookbehind';
    const alternatives = node.alternatives.map(({ elements }) => ({
      sets: elements.flatMap((each) => (isCharacter(each) ? [this.#set(charSetOf(each, this.#flags))] : [])),
      edge: elements.some((each) => each.type === 'Assertion'),
    }));
    const index = this.#looks.push({ negate: node.negate, behind, alternatives }) - 1;
    return this.state(OP.look, next, index);
  }

  #character(set: CharSet, next: number): number {
    const [only, ...others] = set;
    if (only && others.length === 0 && only[0] === only[1]) return this.state(OP.char, only[0], next);
    return this.state(OP.set, this.#set(set), next);
  }

  #set(set: CharSet): number {
    const key = set.join(';');
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.#sets.push(set.flat()) - 1;
      this.#known.set(key, index);
    }
    return index;
  }
}
