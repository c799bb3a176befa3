import { anyOf } from '../../../text/any-of.ts';
import { HEAD_CHARS } from './sentences.ts';

/** Words in which a reviewer, human or not, or a program that checks tells what it has found. Pure. */

/** The way in which reviewers, human or not, word a finding. */
export const REVIEW =
  /\bconsider (?:using|adding|testing|moving|extracting|whether)\b|^(?:low|medium|high|critical) severity\b|\b(?:this|which) (?:could|may|might|can) (?:cause|lead|result|panic|fail)\b/im;

/** True where the words are put as a reviewer's finding. */
export const reviews = (text: string): boolean => REVIEW.test(text.slice(0, HEAD_CHARS));

/** Findings and tasks of a list, places in files: a reviewer's. */
const LISTS = anyOf(
  [
    /(?:^|[\n*:-] *|\b(?:do|handle|fix):? )\**(?:critical|high|medium|low|minor|major|nit|severity|p[0-3])\b\**\s*[:(—-]/,
    /\b(?:remaining|following|new|another|more) findings?\b|^[^\n]{0,80}\b[\w-]+\.[a-z]{1,4}:\d+(?![^\n]{0,40}(?:Uncaught|\w+Error\b|Exception))/,
    /\b(?:feedback|review|comments?|findings?) (?:from|of|by)\b/,
  ],
  { flags: 'i' },
);
/** Sentences about a name of the code, as a reviewer begins them. */
const NAMES_CODE = anyOf(
  [
    /function|method|field|class|struct|variable|constant|parameter|argument|type|test|check|code/,
    /package|comment|interface|helper|runs|is|uses|calls|reads|returns|has|does|lacks/,
  ],
  {
    before: /^(?:[Tt]he |[Ii]n |[Tt]his )?[`"']?(?:\w*[a-z][A-Z]\w*|\w+_\w+)[`"']?(?:\(\))? /,
    after: /\b(?=[\s\S]{80})/,
  },
);
/** A finding that says how grave it is. */
const GRADED = /\b(?:critical|high|medium|low|major|minor|P[0-3])\b(?:\s*[:–—-]| severity\b)/i;

/** True where the words are those of a list of findings. */
export const listsFindings = (text: string): boolean => {
  const head = text.slice(0, HEAD_CHARS);
  return LISTS.test(head) || NAMES_CODE.test(head);
};

const GRADE_CHARS = 200;

/** True where the words are a reviewer's: what is found is named first. */
export const tellsFinding = (text: string): boolean =>
  listsFindings(text) || reviews(text) || GRADED.test(text.slice(0, GRADE_CHARS));
