import type { Episode } from '../model/episode.ts';
import type { TagFinding } from '../model/findings.ts';
import { escapeRegex } from '../triggers/synthesize.ts';
import { mainPart, shellParts } from './shell.ts';

const WORDS_MAX = 4;

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
  const words = [
    part.program,
    ...part.args
      .filter((arg) => arg === part.sub || /^-{1,2}[A-Za-z]/.test(arg))
      .map((arg) => arg.split('=')[0]!),
  ].slice(0, WORDS_MAX);
  if (words.length < 2) return none;
  const [program, ...rest] = words;
  const source = `\\b${escapeRegex(program!)}\\b${rest.map((word) => `.*${/^\w/.test(word) ? '\\b' : '(?:^|\\s)'}${escapeRegex(word)}${/\w$/.test(word) ? '\\b' : ''}`).join('')}`;
  return { ...none, toolNames: ['Bash'], commandPatterns: [source] };
}
