import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import type { SeenCall } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code, cut, firstFit } from '../../wording/prose.ts';
import { acceptanceScore, concessionOf } from '../context/acceptance.ts';
import { isKept } from '../context/kept.ts';
import { putBefore } from '../context/told.ts';
import type { OpenObjection } from '../open-objection.ts';
import { concededSentences } from '../telling/conceded.ts';
import { pointsFirst } from '../telling/dangling.ts';
import { bare } from '../telling/telling.ts';
import { chiefPart } from '../trigger/objected-command.ts';
import { reviews } from '../words/finding.ts';
import { castsRole } from '../words/objection.ts';
import { pasted, plainWords } from '../words/own-words.ts';
import { isAsked, sentencesOf } from '../words/sentences.ts';
import { plainSpelling } from '../words/spelling.ts';
import { contentOf } from '../words/topics.ts';
import { concededDuty } from './conceded-duty.ts';
import {
  AGAIN,
  AROUND,
  ASKS_STATE,
  DECIDED,
  DOCUMENTS,
  DUTY,
  FIRST,
  FORCES,
  HARMS,
  JUDGES,
  LAST_CLAUSE,
  LASTING_TEXT,
  STEP,
  STEPS_ALONE,
  STYLE,
  WRONG,
} from './lasting-cues.ts';
import { SCORES, standingSentence } from './working-manner.ts';
import { wayOf } from './working-ways.ts';

/** Why a human's words outlast the talk that they stand in, and how they are told. */
export interface Lasting {
  /** Probability (0–1) that a developer keeps them. */
  score: number;
  /** What of the words tells it; all of them where it is null. */
  line: string | null;
  /** What is to be done, to stand before the words; ends with a colon where these complete it. Null where they say it themselves. */
  lead: string | null;
  /** The line for the summary, where the words alone do not tell it. */
  summary: string | null;
  /** The habit that they ask for, whatever it was about: the same words another day are the same lesson. */
  habit?: string;
  /** The file, as a glob, that they are about whenever it is written. */
  path?: string;
  /** The refused command is what they are about, told by this flag where there is one. */
  command?: { flag: string | null };
  /** They tell the harm that a command did. */
  harms?: true;
}

/** Rests on what the words are about as much as on them. */
const BY_CONTEXT = 0.52;
const SHORT_CHARS_MAX = 90;
const BRIEF_CHARS_MAX = 260;

const byContext = (more: Partial<Lasting>): Lasting => ({
  score: BY_CONTEXT,
  line: null,
  lead: null,
  summary: null,
  ...more,
});

type Rule = (open: OpenObjection, words: string) => Lasting | null;

const shell = (call: SeenCall | null): ShellPart | null => (call?.command ? chiefPart(call.command) : null);
const yields = ({ answer }: OpenObjection): boolean =>
  concessionOf(answer) !== 'none' || acceptanceScore(answer) >= 0.8;

const forcedCommand: Rule = ({ rejected, objection }, words) => {
  const part = shell(rejected);
  const flag = part?.args.map((arg) => arg.split('=')[0]!).find((arg) => FORCES.test(arg));
  if (!part || !flag || words.length > SHORT_CHARS_MAX || isAsked(words)) return null;
  if (objection < 0.5 && !/\b(?:not|never|no|stop)\b|n't\b/i.test(words)) return null;
  const name = code(`${`${part.program} ${part.sub}`.trim()} ${flag}`);
  return byContext({
    lead: `Do not run ${name} here`,
    summary: `The user refused ${name}: ${bare(words)}`,
    command: { flag },
  });
};

const judgedCommand: Rule = ({ rejected }, words) => {
  const part = shell(rejected);
  if (!part || words.length > SHORT_CHARS_MAX || !JUDGES.test(words)) return null;
  return byContext({
    lead: `Do not run ${code(cut(part.text, 80))} here`,
    summary: `The user refused ${code(cut(part.text, 40))}: ${bare(words)}`,
    command: { flag: null },
  });
};

const harm: Rule = ({ rejected, commands, answer }, words) => {
  const line = sentenceWith(words.slice(0, 2 * BRIEF_CHARS_MAX), HARMS);
  const isOfAct = rejected !== null || commands.length > 0;
  return line && isOfAct && line.length <= BRIEF_CHARS_MAX && AROUND.test(line)
    ? byContext({ line, lead: concededDuty(answer), harms: true })
    : null;
};

/** Commits, pushes or publishes. */
const handsIn = (call: SeenCall): boolean =>
  /^git (?:commit|push|merge)\b|\bpublish\b/.test(shell(call)?.text ?? '');

const step: Rule = ({ rejected }, words) => {
  if (!rejected || words.length > SHORT_CHARS_MAX) return null;
  const isHandedIn = handsIn(rejected);
  if (!isHandedIn && !EDIT_TOOLS.has(rejected.tool)) return null;
  const steps = STEPS_ALONE.exec(words)?.[0] ?? '';
  const told = steps.length > 3 ? steps : FIRST.test(words) && STEP.test(words) ? words : null;
  if (told === null || isAsked(told)) return null;
  const lead = isHandedIn ? 'Before you commit or push here' : 'Before you change files here';
  const line = bare(told)
    .replace(/^let'?s /i, '')
    .replace(/[.!\s]+$/, '');
  const noun = STEP.exec(line)?.[0]?.toLowerCase();
  return byContext({
    line,
    lead: `${lead}:`,
    summary: `${lead}: ${line}`,
    ...(noun && { habit: `${isHandedIn ? 'handed in' : 'changed'} after ${noun}` }),
  });
};

const askedState: Rule = ({ rejected }, words) => {
  if (!rejected || !handsIn(rejected) || words.length > SHORT_CHARS_MAX || !ASKS_STATE.test(words))
    return null;
  const part = shell(rejected)!;
  const name = code(`${part.program} ${part.sub}`.trim());
  return byContext({
    lead: `See that it builds and its tests pass before you run ${name}`,
    summary: firstFit(
      [`The user refused ${name} before a build: ${bare(words)}`],
      [`The user refused ${name} of what was not seen to build`],
    ),
  });
};

const LOOK_FIRST = 'Look for what is there already before you write it anew';

const again: Rule = (open, words) => {
  const isHeld = yields(open) || open.rejected !== null || open.undone === true;
  if (words.length > BRIEF_CHARS_MAX || pasted(open.text) || !isHeld) return null;
  if (!AGAIN.test(plainSpelling(words))) return null;
  const lead = `${LOOK_FIRST}, and keep it in one place`;
  const isPlan = putBefore(open.rejected?.nativeTool) !== null;
  return isPlan
    ? byContext({ lead })
    : byContext({ lead, summary: writtenAnew(words), habit: 'written once' });
};

/** What is there already, in the human's words, where these name it. */
function writtenAnew(words: string): string {
  const said = bare(sentencesOf(words).find((sentence) => AGAIN.test(plainSpelling(sentence))) ?? words);
  const leads =
    pointsFirst(said) || contentOf(said) < 2 ? [] : ['Written anew what is there: ', 'Already there: '];
  const lead = leads.find((each) => each.length + said.length <= SUMMARY_CHARS_MAX);
  return lead === undefined ? LOOK_FIRST : `${lead}${said.replace(/[.!\s]+$/, '')}`;
}

const decided: Rule = (_, words) => {
  const line = words.length <= BRIEF_CHARS_MAX ? sentenceWith(words, DECIDED) : null;
  return line && !isAsked(line) ? byContext({ line }) : null;
};

const concededLine = (answer: string): string | null => {
  const line = concededSentences(answer).find((sentence) => /`[^`]+`/.test(sentence));
  return line ? `The agent admits: ${line.replace(/^so,? /i, '')}` : null;
};

const documented: Rule = (open, words) =>
  words.length <= BRIEF_CHARS_MAX && DOCUMENTS.test(words) && WRONG.test(words) && yields(open)
    ? byContext({ summary: concededLine(open.answer) })
    : null;

/** One of many by its number: it is of that day. */
const NUMBERED =
  /#\d+\b|\b(?:branch|commit|finding|issue|item|part|phase|PR|round|step|task|ticket|trail) \d+\b/i;

const duty: Rule = (open, words) => {
  if (words.length > BRIEF_CHARS_MAX || !DUTY.test(words) || concessionOf(open.answer) === 'none')
    return null;
  const [admitted] = concededSentences(open.answer);
  if (admitted === undefined) return byContext({});
  return NUMBERED.test(admitted) ? null : byContext({ summary: `The agent admits: ${admitted}` });
};

const style: Rule = (open, words) => {
  const about = open.rejected ?? open.last;
  if (!about || !EDIT_TOOLS.has(about.tool) || words.length > BRIEF_CHARS_MAX) return null;
  const name = baseName(about.target);
  const line = LASTING_TEXT.test(name) ? sentenceWith(words, STYLE) : null;
  if (line === null) return null;
  const clause = line
    .slice(Math.max(0, line.slice(0, line.search(STYLE)).search(LAST_CLAUSE)))
    .replace(/\?+$/, '');
  return byContext({
    line,
    lead: `In ${code(name)}:`,
    summary: `${code(name)}: ${clause}`,
    path: `**/${name}`,
  });
};

const conceded: Rule = ({ answer }) => {
  const lead = concededDuty(answer);
  return lead === null ? null : byContext({ lead, summary: lead });
};

/** Nothing of what tells a way may be lost but its end. */
const headOf = (line: string | null): string | null => {
  const text = `The user: ${bare(line ?? '')}`;
  return line === null || text.length <= SUMMARY_CHARS_MAX ? null : text;
};

const way: Rule = (open, words) => {
  const told = wayOf(open, words);
  if (told === null || (told.fact && isOnText(open))) return null;
  const { line, lead } = told;
  const summary = lead?.endsWith(':') ? `${lead} ${bare(line ?? words)}` : (lead ?? headOf(line));
  return { ...byContext({ line, lead, summary }), score: told.fact ? SCORES.fact : SCORES.manner };
};

const noted: Rule = (open, words) =>
  words.length <= BRIEF_CHARS_MAX && isKept(open)
    ? byContext({ line: words.includes('\n') ? null : words })
    : null;

function sentenceWith(words: string, pattern: RegExp): string | null {
  return sentencesOf(words).find((sentence) => pattern.test(sentence)) ?? null;
}

const RULES: readonly Rule[] = [
  forcedCommand,
  judgedCommand,
  step,
  askedState,
  harm,
  decided,
  documented,
  duty,
  style,
  way,
  noted,
  conceded,
];

/** A plan or a page: what is said of it is about what it says. */
const TEXT = /\.(?:mdx?|html?|txt|rst|adoc)$/i;
const isOnText = ({ rejected, last }: OpenObjection): boolean => {
  const about = rejected ?? last;
  return about !== null && EDIT_TOOLS.has(about.tool) && TEXT.test(about.target);
};

/** Drops what the talk was about. */
const DROPS = /^\W*(?:forget|ignore|drop|never ?mind) (?:about )?(?!to\b)[\w'`-]+/i;

/** Why the words of a human hold for later sessions; null where they are about the work at hand alone. */
export function lastingOf(open: OpenObjection): Lasting | null {
  const words = plainWords(open.text).trim();
  if (castsRole(words) || reviews(words) || DROPS.test(words)) return null;
  const repeated = again(open, words);
  if (repeated) return repeated;
  const standing = standingSentence(words);
  if (standing && !(standing.firmness === 'fact' && isOnText(open)))
    return { ...byContext({ line: standing.text }), score: SCORES[standing.firmness] };
  for (const rule of RULES) {
    const lasting = rule(open, words);
    if (lasting) return lasting;
  }
  return null;
}
