import { anyOf } from '../../../text/any-of.ts';
import type { OpenObjection } from '../open-objection.ts';
import { straight } from '../words/spelling.ts';
import { admits } from './admission.ts';

/** Says that what is seen is as it should be, or was made so before. */
const AS_MEANT = anyOf(
  [
    /(?:(?:that|this|it|which)(?:'s| is| was)|(?:that|this|the|your) (?:[\w`-]+ ){1,3}(?:is|was)) (?:actually |exactly |all |just |indeed |totally |perfectly |entirely |quite )?(?:expected|intended|intentional|by design|working as (?:intended|designed|expected))(?! to| that| it)/,
    /(?:that|this) (?:behaviou?r|result|output|number|timing) (?:actually |all )?makes sense/,
    /(?:nothing|none of (?:it|this|that)) (?:here )?(?:is|was) (?:wrong|broken)/,
    /(?:is|was)(?:n't| not) (?:a|an|actually an?|really an?) (?:bug|regression|defect)\b/,
    /(?:that|this|it)(?:'s| is| was| has) already (?:been )?(?:fixed|addressed|handled|covered|resolved|taken care of)/,
    /no (?:additional|further|more|code) changes? (?:is |are )?(?:needed|required|necessary)/,
    /that(?:'s| is) why(?=[.!](?:\s|$))/,
    /(?<!not |n't |don't )behav(?:es?|ed|ing) (?:exactly |just )?(?:as (?:designed|intended|expected)|correctly)/,
  ],
  { before: /(?<![\w-])/, after: /(?![\w-])/, flags: 'i' },
);

const CHARS = 600;
const TEXTS_MAX = 4;

/** True where the agent, having looked and edited nothing, says that what it was told of is as it should be, and admits nothing. */
export const isAsMeant = ({ answer, later = [] }: OpenObjection): boolean => {
  const heard = [answer, ...later.filter(({ edited }) => !edited).map(({ text }) => text)].slice(
    0,
    TEXTS_MAX,
  );
  return (
    !later.some(({ edited }) => edited) &&
    heard.some((text) => AS_MEANT.test(straight(text.slice(0, CHARS)))) &&
    !heard.some(admits)
  );
};
