import type { CompiledLesson } from '../model/compiled.ts';

const GROUPS_MAX = 12;
const READABLE_CHARS_MAX = 500;

/**
 * A regular expression as a person would say it: `^git\\s+push\\b.*--force` → `git push … --force`. Of alternatives
 * the first, of what is optional nothing; null where that leaves signs that only a machine reads.
 */
export function readablePattern(source: string): string | null {
  let text = source
    .slice(0, READABLE_CHARS_MAX)
    .replace(/^raw:|\(\?[a-z]+\)/g, '')
    .replace(/\\s[+*]?|\(\?:\\s\|\$\)/g, ' ')
    .replace(/\\[bB]|[\^$]/g, '')
    .replace(/\[([A-Za-z])[A-Za-z]\](?![+*?{])/g, '$1')
    .replace(/\[(?:[^\]\\]|\\.)*\][+*?]?|(?:\.|\\[wWSdD])(?:[+*]\??|\{[\d,]+\})/g, ' … ')
    .replace(/\\([()|])/g, ' … ')
    .replace(/\\([^\w\s])/g, '$1');
  for (let i = 0; i < GROUPS_MAX && text.includes('('); i++) {
    text = text.replace(/\((\?(?:[:!=]|<[!=]))?([^()]*)\)([?*])?/g, (_, kind, body, optional) =>
      optional !== undefined || (kind !== undefined && kind !== '?:') ? ' ' : body.split('|')[0],
    );
  }
  text = text
    .replace(/\w\?/g, '')
    .replace(/\s+/g, ' ')
    .replace(/… (?:… )+/g, '… ')
    .replace(/^[ …]+|[ …]+$/g, '');
  return text.length < 3 || /[()|*+?{}\\]/.test(text) ? null : text;
}

/** What a lesson waits for, as it is shown: its signature, else the first trigger that a person can read, else the tool. */
export function shownTrigger(
  lesson: Pick<CompiledLesson, 'command' | 'path' | 'error' | 'signature' | 'toolNames'>,
): string {
  const sources = [
    ...lesson.command.map((pattern) => readablePattern(pattern.source)),
    ...lesson.path.map((pattern) => pattern.source),
    ...lesson.error.map((pattern) => readablePattern(pattern.source)),
  ];
  return lesson.signature ?? sources.find((source) => source !== null) ?? lesson.toolNames[0] ?? 'general';
}
