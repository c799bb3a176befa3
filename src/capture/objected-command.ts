import { escapeRegex } from '../triggers/synthesize.ts';
import { type ShellPart, shellParts } from './shell.ts';

/** Words that every sentence may hold and that name no command. */
const COMMON =
  /^(?:add|run|test|get|set|show|list|new|use|the|this|file|name|go|make|all|build|check|branch|message|status|log|diff|create|view|update|install|start|-\w)$/;

/**
 * The command that a human objects to: among the last ones, the newest whose subcommand or long flag the message
 * names. Its pattern, or null where the words name none.
 * @param commands newest last
 */
export function objectedCommand(message: string, commands: string[], rejected: string | null): string | null {
  const words = new Set(
    (
      message
        .toLowerCase()
        .slice(0, 600)
        .match(/[\p{L}\d][\p{L}\d:_-]*/gu) ?? []
    ).map(stem),
  );
  for (const line of rejected ? [rejected] : [...commands].reverse()) {
    for (const part of shellParts(line)) {
      const pattern = patternOf(part, words);
      if (pattern) return pattern;
    }
  }
  return null;
}

const stem = (word: string) => word.replace(/(?:ing|ed|s)$/, '');

function patternOf(part: ShellPart, words: Set<string>): string | null {
  if (!/^[\w.+-]{2,40}$/.test(part.program)) return null;
  const named = (word: string) => words.has(stem(word.toLowerCase())) && !COMMON.test(word);
  const head = [part.program, ...part.sub.split(' ').filter(Boolean)].map(escapeRegex).join('\\s+');
  const flag = part.args.find((arg) => /^--[a-z]/.test(arg) && named(arg.replace(/^--/, '').split('=')[0]!));
  if (flag) return `\\b${head}\\b.*(?:^|\\s)${escapeRegex(flag.split('=')[0]!)}\\b`;
  const sub = part.sub.split(' ').at(-1) ?? '';
  return sub !== '' && named(sub) ? `\\b${head}\\b` : null;
}
