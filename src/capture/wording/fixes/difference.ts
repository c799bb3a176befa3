import { wordsOf } from '../../shell/raw-command.ts';
import { code } from '../prose.ts';

/** How a command that worked differs from the one that failed, in words. */

const WORDS_MAX = 3;
const DIFFERENT_MAX = 4;
/** Names in one word: each of them may be the difference. */
const LIST = /^\w+(?:,\w+)+$/;

/** An option and what it is given, which may stand apart as well. */
const GIVEN = /^(--[a-z][\w-]*)=./;

/** How often it is run, and how much of that is told: whether it works does not rest on them. */
const FREE = /^--?(?:count=\d+|v|verbose)$/;

/** Words that stand side by side in a command, each run of them as one: `mise exec --`. */
function runsIn(text: string, words: readonly string[]): string[] {
  const runs: string[] = [];
  for (const word of words) {
    const longer = `${runs.at(-1)} ${word}`;
    if (runs.length > 0 && ` ${text} `.includes(` ${longer} `)) runs[runs.length - 1] = longer;
    else runs.push(word);
  }
  return runs;
}

/** Where an option made the difference, another file is none. */
const IS_PATH = /^[^-].*(?:\/|::|\.\w{1,4}$)/;

/** A path of Windows that stands outside of quotes: its backslashes escape nothing. */
const WINDOWS_PATH = /(?:^|\s)(?:\.{1,2}|[A-Z]:)\\\w/;

/**
 * Words of the failing command that the corrected one lacks, and the other way round. Of several tries that failed only
 * what all of them have, or lack, is told; of an option and a file that the message does not name, the option.
 */
export function difference(before: string, after: string, tries: readonly string[], message: string): string {
  const texts = [before, after, ...tries].map((text) => ` ${text} `);
  const isApart = (word: string) => {
    const option = GIVEN.exec(word)?.[1];
    return option !== undefined && texts.some((text) => text.includes(` ${option} `));
  };
  const items = (text: string) =>
    wordsOf(WINDOWS_PATH.test(text) ? text.replaceAll('\\', '\\\\') : text).flatMap((word) =>
      LIST.test(word) ? word.split(',') : isApart(word) ? word.split(/=(.*)/s, 2) : [word],
    );
  const [old, now] = [items(before), items(after)];
  const tried = tries.length > 1 ? tries.map(items) : [];
  const onlyOld = old.filter(
    (word) => word !== '' && !now.includes(word) && tried.every((words) => words.includes(word)),
  );
  const onlyNow = now.filter(
    (word) => word !== '' && !old.includes(word) && !tried.some((words) => words.includes(word)),
  );
  const isFree = (word: string) => FREE.test(word) && !message.includes(word);
  if ([...onlyOld, ...onlyNow].some((word) => !isFree(word)))
    for (const words of [onlyOld, onlyNow])
      words.splice(0, words.length, ...words.filter((word) => !isFree(word)));
  if (onlyOld.length + onlyNow.length > DIFFERENT_MAX) return '';
  const isAside = (word: string, at: number, words: string[]) =>
    IS_PATH.test(word) && !message.includes(word) && !words[at - 1]?.startsWith('-');
  const isOptions =
    onlyNow.some((word) => word.startsWith('-')) ||
    (onlyOld.some((word) => word.startsWith('-')) && onlyOld.some(isAside) && onlyNow.some(isAside));
  const isTold = (word: string, at: number, words: string[]) => !isOptions || !isAside(word, at, words);
  const [gone, added] = [onlyOld.filter(isTold), onlyNow.filter(isTold)];
  if (gone.length + added.length === 0) return '';
  if ([...gone, ...added].some((word) => word.length > 60 || /\s/.test(word))) return '';
  const list = (words: string[], text: string) =>
    runsIn(text, words).slice(0, WORDS_MAX).map(code).join(', ');
  const parts = [
    gone.length > 0 ? `without ${list(gone, before)}` : '',
    added.length > 0 ? `with ${list(added, after)}` : '',
  ];
  return ` The difference: ${parts.filter(Boolean).join(', ')}.`;
}
