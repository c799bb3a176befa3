import { anyOf } from '../../../text/any-of.ts';
import type { OpenObjection } from '../open-objection.ts';
import { PROMPT, pasted } from '../words/own-words.ts';
import { shownError } from '../words/shown-error.ts';
import { concessionOf } from './acceptance.ts';

const TOKENS_MIN = 3;
const SHARE_MIN = 0.7;
const LINES_MAX = 40;
const LINE_CHARS_MAX = 300;

/** True where most parts of a command line stand in what the agent had said. */
function stands(line: string, said: string): boolean {
  const tokens = line.trim().split(/\s+/).filter(Boolean);
  if (tokens.length < TOKENS_MIN || !/^[\w./\\-]+$/.test(tokens[0]!)) return false;
  const known = tokens.filter((token) => said.includes(token)).length;
  return said.includes(tokens[0]!) && known / tokens.length >= SHARE_MIN;
}

/** True where the words show that a command which the agent had given to the human failed. */
export function showsAdvisedFailing({ text, said }: Pick<OpenObjection, 'text' | 'said'>): boolean {
  if (said === '' || shownError(text) === 0) return false;
  const lines = text
    .trim()
    .slice(0, LINES_MAX * LINE_CHARS_MAX)
    .split('\n', LINES_MAX);
  return lines.some((line, index) => {
    const prompt = PROMPT.exec(line)?.[0];
    if (prompt === undefined && index > 0) return false;
    return line.length <= LINE_CHARS_MAX && stands(line.slice(prompt?.length ?? 0), said);
  });
}

/** A name of what was given: `models`, `retry_limit`. */
const GIVEN_NAME = /[A-Za-z_][\w-]{3,40}/g;
const FENCE = /```[^\n]*\n([\s\S]*?)(?:```|$)/g;
const NAMES_MIN = 2;
const NAMES_SHARE = 0.5;
/** Words of any complaint. */
const OF_COMPLAINTS =
  /^(?:invalid|input|expected|received|unexpected|unknown|unrecogni[sz]ed|value|field|fields|property|properties|required|missing|must|should|error|errors|string|number|object|array|boolean|type|line|column|additional|allowed|found|config|file)$/i;

/**
 * True where an error that the words show names what stands between the fences of the agent's last words: what it had given to be
 * put somewhere is wrong.
 */
export function showsGivenFailing(text: string, lastWords: string): boolean {
  if (shownError(text) === 0) return false;
  const given = [...lastWords.matchAll(FENCE)].map(([, block]) => block).join('\n');
  if (given === '') return false;
  const names = new Set(text.slice(0, LINES_MAX * LINE_CHARS_MAX).match(GIVEN_NAME) ?? []);
  const told = [...names].filter((name) => !OF_COMPLAINTS.test(name));
  const known = told.filter((name) => given.includes(name)).length;
  return known >= NAMES_MIN && known / told.length >= NAMES_SHARE;
}

/** Asks the human for what a run prints, to find something out. */
const ASKS_TO_SEE = anyOf(
  [
    /let'?s see\b/,
    /(?:helps?|lets?|tells?) us (?:to )?(?:see|know|understand|find|whether|what|why)\b/,
    /(?:share|paste|send|post|show me|tell me|let me know|give me) (?:me )?(?:the |what |its |that |back )*(?:\w+ )?(?:output|logs?|results?|it (?:says|prints|shows)|(?:you|they) (?:see|get|say|show))\b/,
  ],
  { before: /\b/, flags: 'i' },
);
const LINES_MIN = 6;

/** True where the words are nothing but an output of some length that the agent had asked for to find something out, and it concedes nothing. */
export const showsAsked = ({ text, said, answer, objection, complaint = 0 }: OpenObjection): boolean =>
  objection === 0 &&
  complaint === 0 &&
  text.split('\n', LINES_MIN).length === LINES_MIN &&
  pasted(text) &&
  shownError(text) === 0 &&
  ASKS_TO_SEE.test(said) &&
  concessionOf(answer) === 'none';
