import { anyOf } from '../../../text/any-of.ts';
import { NOT_JSON } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { runsTests } from '../../shell/programs.ts';
import { leadingObject, refusesByForm, saidIn, saysNo } from './refusal-body.ts';

/** What says no in JSON while its command ends well: a service that refuses its input, a runner's report of failed tests. */

const BODY_MAX = 1500;
const REQUESTS = /\b(?:curl|https?|xh|wget|Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b/;
/** The request brings something that can be wrong. */
const SENDS =
  /\s(?:-d|--data(?:-\w+)?|--json|-F|--form(?:-string)?|-Body|--post-data|--body-data)\b|(?:-X|--request|-Method)[ =]?["']?(?:POST|PUT|PATCH)\b/i;
/** A command line client that is told to make or change something, and shows the answer of its service. */
const CHANGES =
  /^(?!\s*(?:cat|echo|jq|node|python[\d.]*) )[^\n|;&]{0,80}\s(?:create|update|patch|confirm|upload|put-\w+)\s(?:\\\n|[^\n]){0,400}?--?\w/;
const IS_ANSWER = /^\{\s*"error"\s*:\s*\{/;
/** What is not the input's fault. */
const OUTAGE =
  /internal|rate limit|too many requests|time[d -]?out|unavailable|overloaded|try again|expired/i;
const IS_ERROR = /"(?:hint|error|errors|detail|error_\w+|errorMessage)"\s*:\s*(?!null|false|\[\]|\{\}|"")/;
const SAYS =
  /"(?:error|message|detail|msg|reason|error_description|errorMessage)"\s*:\s*"((?:[^"\\]|\\.){3,300})"/;
/** What the input has to be, and was not. */
const CONSTRAINT = anyOf(
  [
    /must\b|ha(?:s|ve) to be|(?:is|are) required|required (?:field|parameter|property|argument)/,
    /missing (?:\w+ )?(?:field|parameter|property|argument|value|key|header)/,
    /unknown (?:field|parameter|property|argument|model|type|key)|unsupported/,
    /(?:not|isn't|aren't) (?:supported|allowed|accepted|recognized)/,
    /invalid (?:type|value|field|parameter|format|input|argument|model|enum|json|date)|divisible by/,
    /should be|at (?:least|most) \d|too (?:long|short|large|small)\b|unrecognized|does not accept/,
    /not a valid|is not of type|additional propert|does not match|mismatch|error parsing/,
    /no (?:api[ -]?key|access token|token|credentials?|auth(?:orization)? header)\b/,
    /failed on the '\w+' tag|(?:field )?validation (?:for|of) |cannot (?:parse|be (?:parsed|blank|null|empty))/,
  ],
  { before: /\b/, flags: 'i' },
);

/** All that a service says to a request that brings no key: whatever was asked for, nobody looked at it. */
const NO_KEY =
  /^\{\s*"(?:error|message|detail|msg)"\s*:\s*"(?:No API key found|(?:API key|Authorization header|Access token) (?:is )?(?:missing|required|not provided))[^"]{0,80}"\s*\}\s*$/i;

/** A request that brings a key of its own, and all that a service says to one that it does not take. */
const BRINGS_KEY =
  /\s(?:-H|--header|-Headers)\b[^\n]{0,40}?(?:authorization|api-?key|token)\b[^\n]{0,12}?\S|\s(?:-u|--user) ?["']?[\w.@-]+:/i;
const KEY_REFUSED =
  /^(?:(?:error|unauthorized|forbidden)\W+)*(?:(?:invalid|malformed|unknown|bad|wrong|unrecognized) (?:jwt|(?:api |access |auth(?:entication|orization)? |bearer )?(?:key|token|credentials?|signature))|(?:jwt|(?:api |access |bearer )?(?:key|token)|signature|credentials?) (?:is |are |was )?(?:invalid|malformed|not valid|not recogni[sz]ed|mismatch)|incorrect api key)\b/i;

/** What is asked for is told in the address. */
const ASKS_WITH = /\bcurl\b[^|;&\n]*["'][^"'\s]+\?[\w[\].-]+=|-G\b/;

/** True where a command sends something that a service can refuse. */
export const sendsInput = (command: string): boolean =>
  (REQUESTS.test(command) && (SENDS.test(command) || ASKS_WITH.test(command))) || CHANGES.test(command);

/** A request that says itself that it is to be refused. */
const IS_TO_FAIL =
  /(?:#|\becho\b|\bprintf\b)[^\n]{0,100}?\b(?:should|expect\w*|invalid|wrong|bad|missing|empty|negative|reject\w*|refus\w*|without|validation|fail\w*|errors?|4\d\d)\b/i;

/** What a service refused an input for; empty where it did not, or refused something else. */
export function refusedInput(command: string, body: string): string {
  if (!body.startsWith('{') || body.length > BODY_MAX) return '';
  if (REQUESTS.test(command) && NO_KEY.test(body)) return SAYS.exec(body)?.[1] ?? '';
  if (BRINGS_KEY.test(command) && REQUESTS.test(command) && !IS_TO_FAIL.test(command)) {
    const refused = leadingObject(body);
    const said = refused === null ? '' : saidIn(refused);
    if (KEY_REFUSED.test(said)) return said;
  }
  if (!sendsInput(command) || IS_TO_FAIL.test(command)) return '';
  const answer = REQUESTS.test(command) ? leadingObject(body) : null;
  if (answer !== null && refusesByForm(answer)) return refusalSaid(saidIn(answer));
  if (!IS_ERROR.test(body) && !(answer !== null && saysNo(answer))) return '';
  if (!(REQUESTS.test(command) || IS_ANSWER.test(body))) return '';
  const said = SAYS.exec(body)?.[1] ?? '';
  const isRefusal = CONSTRAINT.test(said) || (IS_ANSWER.test(body) && !OUTAGE.test(said));
  return isRefusal ? said.replaceAll('\\"', '"').replaceAll('\\n', ' ') : '';
}

/** A status that tells of a fault of the request, beside words of one of the service. */
const refusalSaid = (said: string): string => (OUTAGE.test(said) ? '' : said.replaceAll('\n', ' '));
/** How a service of models says that its answer ends where no more tokens were allowed. */
const CUT_OFF =
  /"(?:finish_?[rR]eason|stop_?[rR]eason)"\s*:\s*"(?:length|max_tokens|MAX_TOKENS)"|"reason"\s*:\s*"max_output_tokens"/;
const tellsCut = (edge: string): boolean => edge.includes('eason"') && CUT_OFF.test(edge);
const EDGE_CHARS = 2000;

/** What is told of it. */
export const CUT_ANSWER = "The model's answer is cut off: no more tokens were allowed.";

/** True where the answer to what a command sends was cut off. */
export const isCutAnswer = (command: string, text: string): boolean =>
  (tellsCut(text.slice(0, EDGE_CHARS)) || (text.length > EDGE_CHARS && tellsCut(text.slice(-EDGE_CHARS)))) &&
  sendsInput(command);

const FAILED_REPORT =
  /"(?:result|status|outcome|conclusion)"\s*:\s*"(?:failed|failure)"|"(?:failures|failed|numFailedTests|num_failed|failing)"\s*:\s*[1-9]/;

/** True where a runner tells in JSON that tests failed. */
export const isFailedReport = (command: string, body: string): boolean =>
  body.startsWith('{') && runsTests(command) && FAILED_REPORT.test(body);

const TESTS_TOLD_MAX = 10;
const NAMED =
  /"(?:test|testName|fullName|name)"\s*:\s*"((?:[^"\\]|\\.){1,300})"[^{}]{0,200}"(?:message|failureMessage|error)"\s*:\s*"((?:[^"\\]|\\.){1,600})"([^{}]{0,300})/g;
const PLACED = /"file"\s*:\s*"([^"]{1,300})"(?:[^{}]{0,40}"line"\s*:\s*(\d+))?/;

/** The failed tests of such a report as a runner prints them; where it names none, the report. */
export function failedTests(report: string): string {
  const told = [...report.matchAll(NAMED)].slice(0, TESTS_TOLD_MAX);
  const plain = (text: string) => text.replaceAll('\\\\', '\\').replaceAll('\\"', '"').split('\\n')[0]!;
  const lines = told.map(([, name, message, rest]) => {
    const [, file, line] = PLACED.exec(rest!) ?? [];
    return `${plain(message!)}\n${file ? `${plain(file)}:${line ?? 1}\n` : ''}FAILED ${plain(name!)}`;
  });
  return lines.length === 0 ? report : lines.join('\n');
}

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
