import { editUnits } from '../../../inject/edit-units.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { SeenCall } from '../../failure-state.ts';
import type { OpenObjection } from '../open-objection.ts';
import { plainWords } from '../words/own-words.ts';

/** Code that is not to be written, and the kind of files that it is about, as a glob. */
interface DeniedCode {
  pattern: string;
  files: string;
}

const WORDS_CHARS_MAX = 500;
const CODE = '`([^`\\n]{3,40})`|([A-Za-z_$][\\w$]*(?:(?:\\.|::)[A-Za-z_]\\w*)+)';

/** Puts code out of bounds: in backticks, or a name with a dot (`never use console.log`). */
const DENIES_CODE = new RegExp(
  `\\b(?:never|do(?:n't| not)|dont|stop|avoid|no(?: more)?|without|instead of|rather than)(?:\\s+(?:ever|just|us(?:e|es|ing)|writ(?:e|ing)|call(?:ing)?|add(?:ing)?|put(?:ting)?|import(?:ing)?|any|the|an?)){0,3}\\s+(?:${CODE})`,
  'gi',
);

const writtenBy = (call: SeenCall): string =>
  editUnits({
    tool: call.tool,
    nativeTool: call.nativeTool,
    input: call.input,
    cwd: call.cwd ?? '',
    paths: [call.target],
  })
    .flatMap(({ contents }) => contents)
    .join('\n');

/** What of the code that the words forbid the edit wrote which they are about; null where it wrote none. */
export function deniedCode({ text, rejected, last, correction }: OpenObjection): DeniedCode | null {
  const about = rejected ?? last;
  const kind = /\w(\.[A-Za-z]\w{0,5})$/.exec(about?.target ?? '')?.[1];
  if (!about || kind === undefined || !/^(?:Edit|Write)$/.test(about.tool)) return null;
  const [written, next] = [writtenBy(about), correction ? writtenBy(correction) : ''];
  const before = String(about.input['old_string'] ?? '');
  for (const [, quoted, name] of plainWords(text).slice(0, WORDS_CHARS_MAX).matchAll(DENIES_CODE)) {
    const code = (quoted ?? name!).replace(/\(\)$/, '');
    const isAdded = written.includes(code) && !before.includes(code) && !next.includes(code);
    if (isAdded && /[A-Za-z]{2}/.test(code)) return { pattern: whole(code), files: `**/*${kind}` };
  }
  return null;
}

const whole = (code: string): string => {
  const source = code.trim().split(/\s+/).map(escapeRegex).join('\\s+');
  return `${/^\w/.test(code) ? '\\b' : ''}${source}${/\w$/.test(code) ? '\\b' : ''}`;
};
