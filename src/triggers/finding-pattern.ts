import { STUTTERS } from '../text/known-messages.ts';
import { escapeRegex } from './escape-regex.ts';

/** What a linter found, and the name of its rule as it stands in it. */
export interface Finding {
  line: string;
  rule: string;
}

/** Where in a file it is: `a.go:3:7: `, `a.cs(3,7): `, `  3:7  `. */
const PLACE = /(?:\.\w{1,5}:\d+(?::\d+)?|\(\d+,\d+\)|^\s*\d+:\d+):?\s+/;
/** One check of a linter that is many in one: `unused-parameter: …`. */
const CHECK = /^(?!(?:error|warning|note|info):)([a-z][\w-]+|[A-Z]{1,3}\d{3,4}):\s/;
const LINE_END = '[ \\t\\r]*(?:\\n|$)';

/**
 * A pattern for every finding of the same rule, whatever it names: the rule behind a place, or at the end of a line, with
 * the check. It begins with what is rare, so that no long output is run through again and again. Null where the rule stands
 * neither first nor last in the finding, or is the compiler under another name.
 */
export function findingPattern({ line, rule }: Finding): string | null {
  const place = PLACE.exec(line);
  if (place === null || rule === 'typecheck') return null;
  const found = line.slice(place.index + place[0].length).trimEnd();
  const at = found.lastIndexOf(rule);
  const name = escapeRegex(rule);
  if (at === 0) return `\\d\\)?:?\\s+${name}\\b`;
  const closing = found.slice(at + rule.length);
  const opening = found[at - 1]!;
  const isNamed =
    closing === '' ? /\s/.test(opening) : `${opening}${closing}` === '()' || `${opening}${closing}` === '[]';
  if (at < 0 || !isNamed) return null;
  const check = CHECK.exec(found)?.[1];
  const named = closing === '' ? `\\s${name}` : `\\s\\${opening}${name}\\${closing}`;
  const said = found.includes(STUTTERS) ? `${escapeRegex(STUTTERS)}.*` : '';
  return `${check === undefined ? '' : `\\s${escapeRegex(check)}:\\s.*`}${said}${named}${LINE_END}`;
}
