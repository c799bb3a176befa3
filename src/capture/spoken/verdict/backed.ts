import { givesIn } from '../context/acceptance.ts';
import { RATHER } from '../context/told.ts';
import type { OpenObjection } from '../open-objection.ts';
import type { WordFacts } from './spoken-facts.ts';

/** An answer that takes the words in. */
const TAKEN_IN = 1.6;
/** So much the words sound like a correction and unlike a wish. */
const SOUNDS = 2.5;
/** The agent goes on where it should have been from the start. */
const PUTS_RIGHT =
  /\b(?:the (?:correct|right|proper) (?:[\w.-]+ ){0,2}(?:approach|branch|command|director(?:y|ies)|environment|files?|folder|interpreter|location|name|parent|paths?|place|port|project|repo(?:sitory)?|script|server|table|tool|url|version|way))\b/i;

/** Was looking for something, and is told where it is. */
const LOOKS = /^(?:Glob|Grep|LS|Search|ToolSearch)$/;
const LOOKS_BY = /^(?:ls|find|fd|tree|which|where|whereis|type|locate|dir|grep|rg)\b/;
const NAMES_PATH = /(?<![\w/:])(?:~?\/|[A-Za-z]:\\|[\w.-]+\/)[\w.-]*\w/;

function isToldWhere({ text, rejected, last, spokeLast }: OpenObjection): boolean {
  const stopped = rejected ?? (spokeLast === true ? null : last);
  return (
    stopped !== null &&
    NAMES_PATH.test(text) &&
    (LOOKS.test(stopped.tool) || LOOKS_BY.test(stopped.command.trim()))
  );
}

/**
 * True where more than the stop speaks for a correction: the words object, or the agent takes them in or works in another way.
 * People also stop an agent to hand something over, to add to what they asked for, or to start something else.
 */
export const isBacked = (facts: WordFacts, open: OpenObjection): boolean =>
  facts.objection > 0 ||
  facts.acceptance >= TAKEN_IN ||
  facts.rule ||
  givesIn(facts.concession) ||
  facts.denies ||
  (facts.sounds ?? 0) >= SOUNDS ||
  facts.switched !== null ||
  facts.redone ||
  facts.undone ||
  facts.otherFile ||
  facts.loud ||
  (open.rejected !== null && RATHER.test(open.text.trim())) ||
  isToldWhere(open) ||
  PUTS_RIGHT.test(open.answer);
