import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { sentencesOf } from '../../spoken/words/sentences.ts';
import { isWorker } from './hidden-edge.ts';

/** What the agent says right after a result that shows no failure: that the command did not do what it was to do. */

const HEAD_CHARS = 400;
const SENTENCES = 2;
const SENTENCE_CHARS_MAX = 300;

const DONE =
  /(?:applied|replaced|updated|written|saved|created|embedded|included|executed|expanded|exported|interpolated|escaped|picked up|passed (?:on|through)|set|captured)/;
const THING =
  /(?:sed|awk|regex|script|command|heredoc|loop|replace(?:ment)?|substitution|patch|query|pipe|redirect(?:ion)?|glob|edit|filter|one-liner|\w+ call)/;

const FAILED = anyOf(
  [
    /\b(?:returned|printed|produced|gave|gives|shows?|showed) (?:no output|nothing|(?:an )?empty (?:output|result|file|list|string|body)s?)\b/,
    /\b(?:came|comes) (?:back|up|out) (?:empty|blank)\b/,
    /\b(?:output|response|result|reply|file|body|screenshot|image) (?:is|was) (?:empty|blank|truncated|cut off|garbled)\b/,
    /\b(?:got|was|were) (?:truncated|cut off|mangled|swallowed|silently (?:skipped|ignored|dropped|discarded|cut))\b/,
    /\b(?:failed|skipped|ignored|dropped) silently\b|\bsilently (?:failed|did nothing)\b/,
    /\bdid(?:n't| not) (?:actually |even |seem to )?(?:match|apply|take(?: effect)?|replace|substitute|persist|stick|land|register|do anything|change anything|exercise|hit|work|print|run|pick up|fire|trigger)\b/,
    new RegExp(`\\bdid(?:n't| not) (?:actually |even )?(?:get|become) ${DONE.source}\\b`),
    new RegExp(
      `\\b(?:was(?:n't| not)|were(?:n't| not)|has(?:n't| not) been) (?:actually |even |properly )?${DONE.source}\\b`,
    ),
    /\bmatched (?:nothing|no (?:lines?|files?)|zero|0)\b/,
    new RegExp(
      `\\b${THING.source} (?:(?:itself|above) )?(?:failed|broke|choked|crashed|errored|hung|misfired)\\b`,
    ),
    /\b(?:crashed|blew up|errored out|choked) (?:on|with|because|due|at)\b/,
    // The same in other languages.
    /\b(?:hat|haben) nicht (?:gematcht|gegriffen|geklappt|funktioniert|gepasst)\b|\bist (?:leer|abgeschnitten)(?:[.,(]|$)/,
    /\bno (?:funcionó|se aplicó|coincidió|surtió efecto)\b|\bnão (?:funcionou|foi aplicad[oa]|casou|surtiu efeito)\b/,
    /\bn'(?:a|ont) (?:pas|rien) (?:fonctionné|été appliqué|trouvé|remplacé|pris effet)/,
    /没有(?:生效|匹配|替换|写入|应用)|(?:输出|结果|文件)(?:是|为)空|(?:効いて|反映されて|置換されて|適用されて)いません/,
  ],
  { flags: 'i' },
);

const tellsFailing = filtered(FAILED);

/** It was meant so, it is still to come, it is nothing, or only supposed. */
const NONE = anyOf(
  [
    /\bexpected\b|\bas (?:intended|desired|planned|wanted)\b|\b(?:good|great|perfect|correct(?:ly)?|clean|fine)\b/,
    /\byet\b|\bstill (?:running|building|loading|deploying|starting|in progress)\b|\bno (?:errors?|problems?|issues?)\b/,
    /\bconfirm|\breproduc|\bpre-?existing\b|\b(?:if|would|should|whether|unless|nothing else|no longer|previously|used to)\b/,
    /^(?:let me|let's|now|next|i'll|i will)\b/,
    /\bmeans? (?:success|it (?:passed|worked)|all)\b|\bso (?:it|that) (?:passed|worked)\b|\?$/,
  ],
  { flags: 'i' },
);

/** The sentence in which words say that what was run failed; empty where none does. */
export function saidFailed(words: string): string {
  const first = sentencesOf(words.slice(0, HEAD_CHARS)).slice(0, SENTENCES);
  const said = first.find((sentence) => tellsFailing(sentence) && !NONE.test(sentence)) ?? '';
  return said.slice(0, SENTENCE_CHARS_MAX).trim();
}

const EDITS_TEXT = /\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i/;

/** PowerShell's values: a text that stands for itself, or what a variable is given. */
const isValue = ({ program, args }: ShellPart, command: string): boolean =>
  args.length === 0 && (program.includes(' ') || (command.includes('$') && command.includes(`${program}";`)));

/** True of a command that does something: what it shows of others' texts says nothing of itself. */
export const mayFail = ({ command, parts }: SeenCall): boolean =>
  EDITS_TEXT.test(command) || parts.some((part) => isWorker(part) && !isValue(part, command));

/** The part that the words are about: the one that they name, or the last that does something. */
export function speaksOf({ command, parts }: SeenCall, sentence: string): ShellPart | undefined {
  const named = parts.find(({ program }) => new RegExp(`\\b${escapeRegex(program)}\\b`, 'i').test(sentence));
  return named ?? (EDITS_TEXT.test(command) ? parts.find(({ program }) => EDITS.test(program)) : undefined);
}

const EDITS = /^(?:sed|perl)$/;
const REWRITES = /\b(?:sed|perl|awk|python[\d.]*|node|ruby)\b/;
/** A command that puts another text into a file. */
const PUTS =
  /\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i|\b(?:Set-Content|Out-File|WriteAllText|write_text|writeFileSync|tee)\b|\.write\(|\bcat\s+>|-replace\b/;
const FILE = /[\w.-]+\.[A-Za-z]\w{0,7}(?![\w(])/g;

/** True where a command was to change a file, and that was then changed in another way. */
export function isRewritten({ call, edits, done }: OpenFailure): boolean {
  const { command } = call;
  if (!REWRITES.test(command)) return false;
  if (edits.some(({ file }) => command.includes(baseName(file)))) return true;
  const other = done?.find((line) => PUTS.test(line) && line !== command);
  return other?.match(FILE)?.some((name) => command.includes(name)) ?? false;
}

/** True where something was edited, and what the words may be about was then run again. */
export const isRunAgain = ({ call, edits, done }: OpenFailure): boolean =>
  edits.length > 0 &&
  call.parts.some(
    (part) => isWorker(part) && !isValue(part, call.command) && done?.some((line) => runs(line, part)),
  );

/** A program by its name, whatever stands before it. */
const runs = (line: string, { program, sub }: ShellPart): boolean =>
  line.includes(sub === '' ? program.replace(/^\.(?=\w)/, '') : `${program} ${sub}`);
