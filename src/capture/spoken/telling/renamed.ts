import type { SeenCall } from '../../failure-state.ts';
import { editsOf } from '../../failures/edits.ts';
import { code } from '../../wording/prose.ts';

/** What an edit gives another name. Pure. */

/** Written as no word is: with a capital inside or an underscore. */
const NAME = /\b(?:\w*[a-z]\w*[A-Z]\w*|[A-Za-z]\w*_\w+)\b/g;

const namesOf = (text: string): Set<string> => new Set(text.match(NAME));
const only = (some: Set<string>, others: Set<string>): string[] =>
  [...some].filter((name) => !others.has(name));

const DECLARES =
  /\b(?:func|function|def|fn|class|struct|interface|type|enum|const|let|var|val|static|void|create table)\b/i;

/** What an edit that puts one name in place of another comes to, where a line shows that they stand for each other. */
export function renaming(call: SeenCall): string | null {
  for (const { old, new: now } of editsOf(call)) {
    const [before, after] = [namesOf(old), namesOf(now)];
    const [gone, come] = [only(before, after), only(after, before)];
    const [from, to] = [gone[0], come[0]];
    if (gone.length !== 1 || come.length !== 1 || from === undefined || to === undefined) continue;
    const lines = now.split('\n');
    const line = old
      .split('\n')
      .find((each) => each.includes(from) && lines.includes(each.replaceAll(from, to)));
    if (line === undefined) continue;
    const isDeclared = old
      .split('\n')
      .some((each) => each.includes(from) && DECLARES.test(each.slice(0, each.indexOf(from))));
    return isDeclared ? `Rename ${code(from)} to ${code(to)}` : `Use ${code(to)} instead of ${code(from)}`;
  }
  return null;
}
