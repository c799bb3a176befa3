import type { AST } from '@eslint-community/regexpp';
import { PATTERN_TEXT_BYTES_MAX } from '../model/constants.ts';
import { charSetOf } from './char-set.ts';
import { linearProgram } from './linear-program.ts';
import { parsePattern } from './parse.ts';
import { runsAway } from './trial.ts';

const REPETITIONS_MAX = 12;
export const ATTACK_MS_MAX = 5;
const MORE_RUNS = 3;

/** Up to this size steps are counted first: what is exponential would not come back from a text of twice the size. */
const COUNTED_CHARS_MAX = 512;
/** More than what is linear or quadratic takes for so long a text. */
const STEPS_MAX = 1_000_000;

/**
 * Times a pattern on texts made to hurt it, growing up to the 8 KB that a command may have.
 * Returns the worst time in ms, measured as the best of a few runs, or infinity where it would not come back; stops as
 * soon as it is past the limit.
 */
export function timeAttack(source: string, flags: string): number {
  const pattern = new RegExp(source, flags);
  const program = linearProgram(source, flags);
  let worst = 0;
  for (const attack of attacksOn(source, flags)) {
    for (let size = 64; size <= PATTERN_TEXT_BYTES_MAX; size *= 2) {
      const text = attack(size);
      if (program !== null && size <= COUNTED_CHARS_MAX && runsAway(program, text, STEPS_MAX))
        return Number.POSITIVE_INFINITY;
      let took = Math.min(timeOf(pattern, text), timeOf(pattern, text));
      // On a busy machine two runs can be held up; a pattern that runs away is slow each time.
      for (let more = 0; more < MORE_RUNS && took > ATTACK_MS_MAX; more++)
        took = Math.min(took, timeOf(pattern, text));
      worst = Math.max(worst, took);
      if (worst > ATTACK_MS_MAX) return worst;
    }
  }
  return worst;
}

function timeOf(pattern: RegExp, text: string): number {
  const started = performance.now();
  pattern.test(text);
  return performance.now() - started;
}

type Attack = (size: number) => string;

/** For each repetition: what leads to it, its own characters over and over, and an end that does not fit. */
export function attacksOn(source: string, flags: string): Attack[] {
  const parsed = parsePattern(source, flags);
  if (!parsed.ok) return [];
  const attacks: Attack[] = [];
  for (const alternative of parsed.pattern.alternatives) {
    const pumps: { before: string; pump: string }[] = [];
    const whole = sample(alternative.elements, flags, '', pumps);
    for (const { before, pump } of pumps.slice(0, REPETITIONS_MAX)) {
      if (pump === '') continue;
      attacks.push((size) => `${before + fill(pump, size - before.length - 1)}\u0001`);
      if (before !== '') attacks.push((size) => `${fill(before + pump, size - 1)}\u0001`);
      if (before !== '') attacks.push((size) => `${fill(before, size - 1)}\u0001`);
    }
    if (whole !== '') attacks.push((size) => fill(whole.slice(0, -1) || whole, size));
  }
  attacks.push(
    (size) => fill(' ', size),
    (size) => fill('a', size),
    (size) => fill('-a ', size),
  );
  return attacks;
}

function fill(unit: string, size: number): string {
  return unit.repeat(Math.max(1, Math.ceil(size / unit.length))).slice(0, Math.max(0, size));
}

/** A shortest text of the elements, noting where repetitions begin. */
function sample(
  elements: AST.Element[],
  flags: string,
  before: string,
  pumps: { before: string; pump: string }[],
): string {
  let text = '';
  for (const element of elements) text += sampleOf(element, flags, before + text, pumps);
  return text;
}

function sampleOf(
  element: AST.Element,
  flags: string,
  before: string,
  pumps: { before: string; pump: string }[],
): string {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return characterOf(element, flags);
    case 'Group':
    case 'CapturingGroup': {
      const samples = element.alternatives.map((each) => sample(each.elements, flags, before, pumps));
      return samples.reduce(
        (best, each) => (each !== '' && (best === '' || each.length < best.length) ? each : best),
        '',
      );
    }
    case 'Quantifier': {
      const once = sampleOf(element.element, flags, before, pumps);
      if (element.max > 8) pumps.push({ before: before + once.repeat(Math.min(element.min, 8)), pump: once });
      return once.repeat(Math.min(element.min, 64));
    }
    case 'Assertion':
      if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
        for (const each of element.alternatives) {
          const inner = sample(each.elements, flags, before, pumps);
          if (inner !== '') pumps.push({ before, pump: inner });
        }
      }
      return '';
    default:
      return '';
  }
}

/** A letter where the class has one, so that neighbours overlap; else its first member. */
function characterOf(node: AST.Character | AST.CharacterSet | AST.CharacterClass, flags: string): string {
  const set = charSetOf(node, flags);
  for (const wished of ['a', '0', ' ', '-', '/']) {
    const code = wished.charCodeAt(0);
    if (set.some(([low, high]) => low <= code && code <= high)) return wished;
  }
  return String.fromCharCode(set[0]?.[0] ?? 97);
}
