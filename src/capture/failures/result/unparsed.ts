import { anyOf } from '../../../text/any-of.ts';
import { NOT_JSON } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';

/** Answers that were to be JSON and were a page of HTML, or nothing at all. */

const PARSES_JSON = /\|\s*(?:python[\d.]* (?:-m json\.tool|-c)|jq)\b/;
const UNPARSED = anyOf([NOT_JSON, /Extra data: line \d/], { before: /^(?:\S+: )?/ });

/** True where a line is what a parser of JSON says of such an answer. */
export const isUnparsed = (line: string): boolean => UNPARSED.test(line);

/** All that Python's `json.tool` prints of a text that is no JSON. */
const TOOL_REFUSES =
  /^(?:Expecting (?:value|property name|',' delimiter|':' delimiter)|Extra data|Invalid (?:control character|\\escape)|Unterminated string)[^\n]{0,80}: line \d+ column \d+ \(char \d+\)\s*$/;

/** True where `json.tool` refused its input, whatever stands behind it in the pipe. */
export const isToolRefused = (command: string, output: string): boolean =>
  command.includes('json.tool') && TOOL_REFUSES.test(output);

/** True where a command hands an answer to a parser of JSON. */
export const parsesJson = (command: string): boolean => PARSES_JSON.test(command);

/** True where an answer was no JSON, and no other request was then answered with it: whoever was asked may just be down. */
export const isUnanswered = ({ kind, salient, call, correction }: OpenFailure): boolean =>
  kind === 'api-misuse' &&
  isUnparsed(salient) &&
  !(correction !== null && correction.command !== call.command && parsesJson(correction.command));
