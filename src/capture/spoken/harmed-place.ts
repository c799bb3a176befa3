import { escapeRegex } from '../../triggers/escape-regex.ts';
import { shellParts } from '../shell/shell.ts';
import { headOf, isCommon, type ObjectedCommand } from './objected-command.ts';
import type { OpenObjection } from './open-objection.ts';

const COMMANDS_BEFORE = 2;
const REMOVES = /^(?:rm|mv|unlink|shred|git (?:clean|checkout|restore|rm))\b/;
const PLACE = /^\.?[\w./-]{3,60}$/;

/** The newest command that removes what the words name as lost: `rm -rf dist .cache`, where `.cache` held something. */
export function harmedPlace({ text, rejected, commands }: OpenObjection): ObjectedCommand | null {
  const lines = rejected?.command ? [rejected.command] : commands.slice(-COMMANDS_BEFORE).reverse();
  for (const line of lines)
    for (const part of shellParts(line)) {
      const names = REMOVES.test(part.text) ? part.args.map((arg) => arg.replace(/\/$/, '')) : [];
      const name = names.find((each) => PLACE.test(each) && text.includes(each) && !isCommon(each));
      if (name === undefined) continue;
      const pattern = `${headOf(part)}.*\\s(?:\\S*\\/)?${escapeRegex(name)}(?:\\/|\\s|$)`;
      return { pattern, command: part.text, line };
    }
  return null;
}
