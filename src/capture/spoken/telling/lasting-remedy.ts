import { redact } from '../../../text/redact.ts';
import { code, cut, whole } from '../../wording/prose.ts';
import type { Lasting } from '../lasting/lasting.ts';
import type { OpenObjection } from '../open-objection.ts';
import { chiefPart } from '../trigger/objected-command.ts';
import { concededSentences } from './conceded.ts';
import { asOrder, conceding } from './remedy-words.ts';
import { bare } from './telling.ts';

interface Words {
  /** What of the human's words is told. */
  own: string;
  /** What they order, in a short message. */
  order: string | null;
  /** The command that they object to. */
  command: string | null;
}

/** What is to be done of words that outlast the talk: what they ask for, without what the agent did about it that day. */
export function lastingRemedy(
  { line, lead, summary, harms }: Lasting,
  { answer }: OpenObjection,
  { own, order, command }: Words,
): string {
  const words = line === null ? own : whole(redact(bare(line)), 300).replace(/(?<![?…])[.\s]+$/, '');
  if (lead?.endsWith(':')) return completed(lead, words, summary);
  const admitted = concededSentences(answer);
  if (lead !== null) {
    const named = admitted.find(
      (sentence) => /`[^`]+`(?!.*\?$)/.test(sentence) && !lead.includes(sentence.slice(-20, -1)),
    );
    const said = `${redact(lead)}. The user ${words.endsWith('?') ? 'asked' : 'said'}: ${words}`;
    return named ? `${said}${/[?.…]$/.test(words) ? '' : '.'} The agent admits: ${whole(named, 200)}` : said;
  }
  if (harms && command) return `Do not run ${code(shortly(command, words))} here. The user said: ${words}`;
  const conceded = line === null || summary !== null ? admitted[0] : undefined;
  if (conceded) return conceding(words, conceded);
  const isTold = order !== null && !words.includes(order);
  return asOrder(isTold ? (order.includes(words) ? order : `${words}. ${order}`) : words);
}

/** Words behind a lead that they complete; of a request, what the summary says of it, and then the request. */
function completed(lead: string, words: string, summary: string | null): string {
  const asked = /\?$/.test(words) ? /: (.+?)\?*$/.exec(summary ?? '')?.[1] : undefined;
  return asked && asked !== words.replace(/\?+$/, '')
    ? `${lead} ${asked}. The user asked: ${words}`
    : `${lead} ${words}`;
}

/** A command by its subcommand and the flag that the words name. */
function shortly(command: string, words: string): string {
  const part = chiefPart(command);
  if (!part) return cut(command, 80);
  const flag = part.args.find((arg) => /^--[a-z]/.test(arg) && words.includes(arg.slice(2).split('=')[0]!));
  return [part.program, part.sub, flag?.split('=')[0]].filter(Boolean).join(' ');
}
