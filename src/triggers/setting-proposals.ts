import { escapeRegex } from './escape-regex.ts';
import { bounded, flagIn, onlyIn, usable } from './pattern-words.ts';
import { viewedLine } from './shell-proposals.ts';
import type { SynthesisInput } from './synthesize.ts';

const SETTING = /^[A-Z][A-Z0-9_]*=/;

/** Settings before a command: one that is wrong there, one that it lacks, and a variable that is empty. */
export function* settingProposals(input: SynthesisInput, head: string): Generator<string> {
  yield* wrongSettings(input, head);
  yield* lackedSettings(input, head);
}

const FOR_ANOTHER = /exec format error|cannot execute binary file/;

/** `NAME=value` before the command, with the corrected command's own flag spared: `GOOS=windows go test`. */
function* wrongSettings(input: SynthesisInput, head: string): Generator<string> {
  const { program, sub } = input.failing[0]!;
  const isTelling = (setting: string) => /\bmodule\b/i.test(input.salient) && /MOD|PACKAGE/.test(setting);
  const settings = settingsOf(input.failingLine, program);
  for (const setting of settings.sort((a, b) => Number(isTelling(b)) - Number(isTelling(a)))) {
    if (!/^[A-Z][A-Z0-9_]*=[\w./~-]{1,60}$/.test(setting)) continue;
    const pattern = `\\b${escapeRegex(setting)}\\s.*${head}`;
    if (
      program === 'go' &&
      sub === 'test' &&
      /^GO(?:OS|ARCH)=/.test(setting) &&
      FOR_ANOTHER.test(input.salient)
    )
      yield `${pattern}(?!.*\\s-(?:c|exec)\\b)`;
    if (!setting.includes('/')) yield pattern;
    const name = setting.slice(0, setting.indexOf('='));
    if (input.correctedLine && !input.correctedLine.includes(`${name}=`)) yield `\\b${name}=.*${head}`;
    if (setting.includes('/')) continue;
    for (const flag of flagsOnlyIn(input)) {
      yield `${pattern}(?!.*${flagIn(flag)})`;
    }
  }
}

function flagsOnlyIn(input: SynthesisInput): string[] {
  if (!input.corrected) return [];
  return onlyIn(input.corrected, input.failing[0]!)
    .filter((word) => /^--?\w/.test(word))
    .slice(0, 2);
}

/** Those before the program, or behind `env`. */
function settingsOf(line: string, program: string): string[] {
  const { commands } = viewedLine(line);
  const command = commands.find((each) => each.program === program);
  const wrapper = commands.find((each) => each.program === 'env' && each.text.includes(` ${program} `));
  for (const spelling of [...(command?.alt ?? []), ...(wrapper ? [wrapper.text] : [])]) {
    const before = /^(?:env\s+)?((?:[A-Za-z_]\w*=\S*\s+)+)/.exec(spelling)?.[1];
    const settings = before?.trim().split(/\s+/) ?? [];
    if (settings.length > 0) return settings;
  }
  return [];
}

/** The command without a setting that the corrected one, otherwise the same, has before it. */
function* lackedSettings({ failing, corrected, ...lines }: SynthesisInput, head: string): Generator<string> {
  if (!corrected || !lines.correctedLine?.includes('=')) return;
  const [first] = failing;
  if (first!.program !== corrected.program || first!.args.join(' ') !== corrected.args.join(' ')) return;
  for (const setting of settingsOf(lines.correctedLine, corrected.program)) {
    const name = SETTING.test(setting) ? setting.slice(0, setting.indexOf('=')) : '';
    if (name === '' || lines.failingLine.includes(`${name}=`)) continue;
    const unless = `^(?!.*\\b${name}=).*`;
    // Only then an editor is asked for.
    const asks = first!.args.find((arg) => /^(?:-i|-it|-p|--interactive|--patch)$/.test(arg));
    yield `${unless}${head}${asks === undefined ? '' : `.*${bounded(asks)}`}`;
    for (const word of first!.args
      .filter((arg) => /^[\w./-]*[a-z][\w./-]*$/i.test(arg) && usable(arg))
      .slice(0, 3))
      if (!head.includes(escapeRegex(word))) yield `${unless}${head}.*${bounded(word)}`;
  }
}

/** A path that begins with a variable which is not set: only the rest of the path is left of it. */
export function* emptyVariableProposals({ salient, failingLine }: SynthesisInput): Generator<string> {
  if (!/\$\{?[A-Z]/.test(failingLine)) return;
  for (const [, name, rest] of failingLine.matchAll(/\$\{?([A-Z_][A-Z0-9_]*)(?::-[^}]*)?\}?(\/[\w./@+-]+)/g))
    if (new RegExp(`(?<![\\w$}])${escapeRegex(rest!)}(?![\\w/])`).test(salient))
      yield `\\$\\{?${name}\\b.*\\/`;
}
