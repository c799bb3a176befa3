import type { Episode } from '../model/episode.ts';
import type { TagFinding } from '../model/findings.ts';
import { escapeRegex } from '../triggers/escape-regex.ts';
import { bounded, called, namesOf } from '../triggers/pattern-words.ts';
import { mainPart, shellParts } from './shell/shell.ts';

const FLAGS_MAX = 3;

/**
 * Trigger from a tag's own `tool` and `trigger`: a command becomes its program, subcommand and flags, a path a glob.
 * Empty where the tag names none; a single word never becomes a pattern.
 */
export function tagTrigger(tag: TagFinding): Episode['trigger'] {
  const { tool, trigger } = tag.fields;
  const none: Episode['trigger'] = {
    toolNames: tool ? [tool] : [],
    commandPatterns: [],
    pathPatterns: [],
    errorPatterns: [],
  };
  if (!trigger) return none;
  if (tool && tool !== 'Bash') {
    const isPath = /[/\\]|\.\w{1,6}$/.test(trigger) && !/\s/.test(trigger);
    return isPath
      ? {
          ...none,
          pathPatterns: [trigger.startsWith('/') || trigger.includes('*') ? trigger : `**/${trigger}`],
        }
      : none;
  }
  const part = mainPart(shellParts(trigger));
  if (!part || !/^[\w.+-]+$/.test(part.program)) return none;
  const subs = part.sub.split(' ').filter(Boolean);
  const flags = part.args.filter((arg) => /^-{1,2}[A-Za-z]/.test(arg)).map((arg) => arg.split('=')[0]!);
  if (subs.length + flags.length === 0) return none;
  // An empty or quoted argument is masked where commands are matched: only the raw line shows it.
  const empty = /\s(-{1,2}[\w-]+)[ =](?:''|"")(?=\s|$)/.exec(trigger)?.[1];
  if (empty)
    return {
      ...none,
      toolNames: ['Bash'],
      commandPatterns: [`raw:${called(part.program)}.*\\s${escapeRegex(empty)}[ =](?:''|"")`],
    };
  if (/['"]/.test(trigger) && subs.length === 0 && !flags.some((flag) => flag.startsWith('--'))) return none;
  const direct = subs.every((word, index) => part.args[index] === word);
  const head = direct ? called(part.program, ...subs) : `${called(part.program)}.*\\s${namesOf(subs)}`;
  const tail = flags.slice(0, FLAGS_MAX).map((flag) => `.*${bounded(flag)}`);
  return { ...none, toolNames: ['Bash'], commandPatterns: [`${head}${tail.join('')}`] };
}
