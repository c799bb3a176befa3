import { blamedPart, programOf } from './blame.ts';
import type { EditSeen, OpenFailure } from './failure-state.ts';
import { lintMeaning } from './lint-meanings.ts';
import { findingsOf, lintFinding, lintRule } from './lint-rule.ts';
import { messageOf } from './message.ts';
import { code, cut } from './prose.ts';
import { fileName } from './seen-call.ts';

const FILES_MAX = 3;
const LINE_CHARS_MIN = 3;
/** A name in a message: what an edit that mends it speaks of, too. */
const NAME = /[A-Za-z_]\w{3,}/g;
/** Words of messages in general. */
const PLAIN =
  /^(?:error|value|values|type|types|cannot|expected|unexpected|undefined|unknown|field|method|function|argument|arguments|assignment|mismatch|variable|variables|returns?|return|string|want|have|line|with|from|that|this|used|using|failed|fatal|panic|runtime|test|tests|main|http|https|github|com|constant|missing|invalid|declared|imported|package|does|index|literal|struct|found|name|file|Errorf?|Users|home)$/i;
/** A marker that silences a finding instead of mending it. */
const SILENCES =
  /nolint|noqa|eslint-disable|biome-ignore|ts-(?:ignore|expect-error)|type: ignore|rubocop:disable/;

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());
const isCode = (line: string): boolean =>
  line.length >= LINE_CHARS_MIN && !/^(?:\/\/|#|\*|--)/.test(line) && !/^[\W_]*$/.test(line);

/** The first line that an edit took away, and the first that it brought. */
function changedLine({ old, new: now }: EditSeen, near = ''): [string, string] {
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  return [(near && gone.find((line) => line === near)) || gone[0] || '', come[0] ?? ''];
}

/** The edit in words, or nothing where it only silences or brings nothing. */
function shown(edit: EditSeen | undefined, near = ''): string {
  const [old, now] = edit ? changedLine(edit, near) : ['', ''];
  if (!now || (SILENCES.test(now) && !SILENCES.test(old))) return '';
  return old ? `${code(cut(old, 120))} became ${code(cut(now, 160))}` : `with ${code(cut(now, 160))}`;
}

/** What the rule asks for, and the edit that mended this finding where one did. */
export function lintFix(open: OpenFailure, rule: string): string {
  const meaning = lintMeaning(rule, cut(lintFinding(open.salient), 140));
  const findings = findingsOf(open.error);
  const lines = linesOf(open.error);
  const at = lines.indexOf(open.salient.trim());
  const source = at < 0 ? '' : (lines[at + 1] ?? '').replace(/^\[[\w:.-]+\] +/, '');
  const inFile = open.edits.filter(({ file }) => open.salient.includes(fileName(file)));
  const edit =
    inFile.find(({ old }) => source.length >= LINE_CHARS_MIN && linesOf(old).includes(source)) ??
    (findings.length === 1 && inFile.length === 1 ? inFile[0] : undefined);
  const change = open.correction ? shown(edit, source) : '';
  return change ? `${meaning} For example, ${change}.` : meaning;
}

/** What a mended error in code shows: the edit of a file that the error names, about a word that it quotes. */
export function editFix(open: OpenFailure): string {
  const rule = open.kind === 'lint' ? lintRule(open.salient) : null;
  if (rule) return lintFix(open, rule);
  const message = messageOf(open);
  const words = [...new Set(message.match(NAME) ?? [])].filter((word) => !PLAIN.test(word));
  const told = open.edits.filter(({ file }) => open.error.includes(fileName(file)));
  const spoken = (edit: EditSeen) => words.filter((word) => `${edit.old}\n${edit.new}`.includes(word)).length;
  const best = (edits: EditSeen[]) =>
    edits.filter((each) => spoken(each) > 0).sort((a, b) => spoken(b) - spoken(a))[0];
  const edit = best(told) ?? (told.length === 1 ? told[0] : best(open.edits));
  const change = shown(edit);
  const files = [...new Set((edit && change ? [edit] : open.edits).map(({ file }) => fileName(file)))];
  const passes = code(cut(programOf(blamedPart(open)) || open.call.nativeTool, 60));
  return `Fix ${files.slice(0, FILES_MAX).join(', ')}${change ? `: ${change}` : ''}; then ${passes} passes.`;
}
