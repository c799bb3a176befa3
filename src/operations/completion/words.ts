import { singleQuoted } from '../../text/shell-quote.ts';
import type { CompletedCommand, Offer } from './offers.ts';

/** First words of all commands, each once. */
export const firstWords = (commands: CompletedCommand[]): string[] => [
  ...new Set(commands.map(({ words }) => words[0] ?? '')),
];

/** Second words by first word, for commands of two words. */
export function secondWords(commands: CompletedCommand[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { words } of commands) {
    const [first, second] = words;
    if (first !== undefined && second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

/** What a first word does: its command's line, or the commands that begin with it. */
export function summaryOf(commands: CompletedCommand[], word: string): string {
  const own = commands.find(({ words }) => words.length === 1 && words[0] === word);
  return own?.summary ?? (secondWords(commands).get(word) ?? []).join(', ');
}

/** All flags of a command, as they are typed. */
export const flagsOf = ({ flags }: CompletedCommand): string[] => flags.map(({ flag }) => flag);

/** Flags that a value follows. */
export const valuedOf = ({ flags }: CompletedCommand): string[] =>
  flags.filter(({ value }) => value !== null).map(({ flag }) => flag);

/** A place of a command where something is offered: a flag, or the number of an argument and whether those behind it, too. */
export interface Place {
  flag: string | null;
  number: number;
  andBehind: boolean;
  offer: Offer;
}

/** The places of a command where something can be offered, flags first. */
export function placesOf({ flags, args, more }: CompletedCommand): Place[] {
  const places: Place[] = [];
  for (const { flag, value } of flags)
    if (value !== null) places.push({ flag, number: 0, andBehind: false, offer: value });
  for (const [index, offer] of args.entries())
    places.push({ flag: null, number: index + 1, andBehind: more && index === args.length - 1, offer });
  return places.filter(({ offer }) => isAny(offer));
}

const isAny = ({ words, lessons, backups, files }: Offer): boolean =>
  words.length > 0 || lessons.length > 0 || backups || files;

/** What `completions of` is asked for; null where the offer needs no asking. */
export function askedFor({ lessons, backups }: Offer): { kind: string; status: string } | null {
  if (backups) return { kind: 'backups', status: '' };
  return lessons.length === 0 ? null : { kind: 'lessons', status: lessons.join(',') };
}

/** A place as a pattern of `case`: a flag, a number, or this number and all above it. */
export function casePattern({ flag, number, andBehind }: Place, command: string): string {
  if (!andBehind) return singleQuoted(`${command} ${flag ?? number}`);
  return `${singleQuoted(`${command} `)}[${number}-9]*`;
}
