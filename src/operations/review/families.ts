import type { ReviewCandidate } from '../../review/candidate-view.ts';

/** Fewer are as quickly decided one by one. */
export const FAMILY_MIN = 3;

/** Topics whose lessons differ in the name of a rule, a program or a symbol, and are wanted all or none. */
const TOPICS = new Map([
  ['topic:lint', 'lint rules'],
  ['topic:sandbox', 'commands that a sandbox denies'],
  ['topic:compile', 'compiler errors'],
  ['topic:test', 'failing tests'],
]);

/** What candidates that are alike have in common; null where one stands for itself, or the noise filter warns of it. */
export function familyOf({
  status,
  noise,
  tags,
}: Pick<ReviewCandidate, 'status' | 'tags'> & { noise: object | null }): string | null {
  const waits = (status === 'candidate' || status === 'reviewed') && noise === null;
  const topic = waits ? tags.find((tag) => TOPICS.has(tag)) : undefined;
  if (topic === undefined) return null;
  const language = tags.find((tag) => tag.startsWith('lang:'))?.slice('lang:'.length);
  return `${TOPICS.get(topic)}${language === undefined || topic === 'topic:sandbox' ? '' : ` (${language})`}`;
}

/** The families of a numbered list, a line each: which numbers they have. */
export function familyLines(ordered: readonly ReviewCandidate[]): string[] {
  const numbers = new Map<string, number[]>();
  for (const [at, candidate] of ordered.entries()) {
    const family = familyOf(candidate);
    if (family !== null) numbers.set(family, [...(numbers.get(family) ?? []), at + 1]);
  }
  return [...numbers]
    .filter(([, members]) => members.length >= FAMILY_MIN)
    .map(([family, members]) => `${rangesOf(members)}: ${family}`);
}

/** `1 3-5 8`, as an answer to the list may name them. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');
}
