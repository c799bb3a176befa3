import type { HookAnswer } from '../agents/adapter.ts';
import { inputHash } from '../inject/canonical.ts';
import { patchText } from '../inject/edit-units.ts';
import { matchLesson } from '../inject/match.ts';
import { callTexts, tokenTexts } from '../inject/match-texts.ts';
import { plainView } from '../inject/plain-view.ts';
import { quickTokens } from '../inject/quick-tokens.ts';
import { blockReason, holdReason } from '../inject/render.ts';
import { rank } from '../inject/select.ts';
import type { Match, ShellView } from '../inject/types.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { issueCode, spendCode } from '../platform/allow-codes.ts';
import { pathInFolder } from '../platform/path-in-folder.ts';
import { fileName, slugFile } from '../platform/session-state.ts';
import { tokensOf } from '../text/tokens.ts';
import { type Act, contextOf, NOTHING } from './act.ts';
import { holdCall, ranUnheld } from './hold.ts';
import { tellLessons } from './tell.ts';

/** Held lessons that one denial names; the others hold the repetition. */
const HOLDS_PER_DENIAL_MAX = 2;

/** A call and the lessons that match it, best first. */
export interface MatchedCall {
  call: ToolCall;
  toolUseId: string | null;
  matches: Match[];
}

/**
 * Stages load, match and rank. Null where nothing matches or the deadline has passed. Lessons are looked up by the
 * quick tokens of the call where it has some: most calls end there, before anything is looked at closely.
 */
export function matchCallNow(
  act: Act,
  given: ToolCall,
  toolUseId: string | null,
): MatchedCall | null | Promise<MatchedCall | null> {
  if (act.manifest === null) return null;
  const quick = quickTokens(given);
  const lessons = quick === null ? null : act.manifest.candidates(given.tool, quick);
  if (lessons !== null && lessons.length === 0) return null;
  const call = atTruePath(given);
  return upon(viewOf(call), (view) => matchView(act, call, toolUseId, view, lessons));
}

/** Goes on at once where the value is there already. */
export function upon<T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

function matchView(
  act: Act,
  call: ToolCall,
  toolUseId: string | null,
  view: ShellView | null,
  known: CompiledLesson[] | null,
): MatchedCall | null {
  const { manifest, host } = act;
  const texts = callTexts(call, view);
  if (manifest === null || host.late()) return null;
  const lessons = known ?? manifest.candidates(call.tool, tokensOf(tokenTexts(texts)));
  const matches: Match[] = [];
  for (const lesson of lessons) {
    if (host.late()) return null;
    const match = matchLesson(call, texts, lesson, act.scope);
    if (match !== null) matches.push(match);
  }
  if (matches.length === 0) return null;
  return { call, toolUseId, matches: matches.length === 1 ? matches : rank(matches) };
}

/** The call with its one path as `pathInFolder` says; the paths of a patch stay as the patch has them. */
function atTruePath(call: ToolCall): ToolCall {
  const [path] = call.paths;
  if (path === undefined || call.paths.length > 1) return call;
  const found = pathInFolder(path, call.cwd);
  return found === path || patchText(call.input) !== null ? call : { ...call, paths: [found] };
}

/** The shell view of a call, or null where it runs no command. The parser is loaded for those that need it. */
function viewOf(call: ToolCall): ShellView | null | Promise<ShellView> {
  const command = call.input['command'];
  if (call.tool !== 'Bash' || typeof command !== 'string') return null;
  return (
    plainView(command, call.nativeTool) ??
    import('../inject/shell-view.ts').then(({ shellView }) => shellView(command, call.nativeTool))
  );
}

/** A call is about to run: a block or a hold denies it; else lessons come beside its result. */
export function beforeTool(act: Act, matched: MatchedCall): HookAnswer {
  const told = contextMatches(matched);
  if (told.length < matched.matches.length) {
    const { denial, asContext } = stopCall(act, matched);
    if (denial !== null) return denial;
    told.push(...asContext);
  }
  return contextOf(tellLessons(act, told, 'inject', about(matched)));
}

function contextMatches(matched: MatchedCall): Match[] {
  const found: Match[] = [];
  for (const match of matched.matches) if (match.lesson.delivery === 'context') found.push(match);
  return found;
}

/** The same for an agent that drops context at this point: only denials; `afterTool` tells the rest. */
export function denyBeforeTool(act: Act, matched: MatchedCall): HookAnswer {
  return stopCall(act, matched).denial ?? NOTHING;
}

/** The result is there: lessons that are neither held nor blocked, or no more. */
export function afterTool(act: Act, matched: MatchedCall | null): HookAnswer {
  if (matched === null) return NOTHING;
  const told = matched.matches.filter(
    ({ lesson }) =>
      lesson.delivery === 'context' ||
      (lesson.delivery === 'hold' && ranUnheld(act, lesson, inputHash(matched.call.input))),
  );
  return contextOf(tellLessons(act, told, 'inject', about(matched)));
}

/** What is recorded of a call. */
interface RecordedCall {
  toolUseId: string | null;
  tool: string;
}

function about(matched: MatchedCall): RecordedCall {
  return { toolUseId: matched.toolUseId, tool: matched.call.tool };
}

interface StoppedCall extends RecordedCall {
  inputHash: string;
}

interface Stop {
  /** The denial of the call, or null. */
  denial: HookAnswer | null;
  /** Lessons that were held often enough. */
  asContext: Match[];
}

/** What a human let through once passes all lessons that match it. */
function stopCall(act: Act, matched: MatchedCall): Stop {
  const { state, host } = act;
  const hash = inputHash(matched.call.input);
  const stopped = { ...about(matched), inputHash: hash };
  const blocks = matched.matches.filter(({ lesson }) => lesson.delivery === 'block');
  const codeKey = ({ lesson }: Match) => `${slugFile(lesson.slug)}.${hash}`;
  for (const match of blocks) {
    if (!spendCode(state, codeKey(match), act.callId(matched.toolUseId), host.now())) continue;
    recordOnce(act, stopped, 'allow-once', match.lesson, { detail: 'used' });
    return { denial: null, asContext: [] };
  }
  const [block] = blocks;
  if (block === undefined) return holdMatches(act, matched, stopped);
  const command = shownCommand(matched.call, block.matchedText);
  const code = issueCode(state, codeKey(block), host.now());
  const reason = blockReason(block.lesson, command, code);
  recordOnce(act, stopped, 'block', block.lesson, {}, reason);
  // Not every client shows the user the reason.
  const systemMessage =
    code === null ? '' : `lessons-learned: to let the blocked call run once, type: allow ${code}`;
  return { denial: { kind: 'deny', reason, systemMessage }, asContext: [] };
}

/** The reasons of the holds that deny this call, and the lessons that were held often enough. */
function holdMatches(act: Act, matched: MatchedCall, stopped: StoppedCall): Stop {
  const reasons: string[] = [];
  const asContext: Match[] = [];
  for (const match of matched.matches) {
    const { lesson } = match;
    if (lesson.delivery !== 'hold' || reasons.length === HOLDS_PER_DENIAL_MAX) continue;
    if (act.seenElsewhere(lesson) || act.withheld(lesson, stopped)) continue;
    const verdict = holdCall(act, lesson, stopped.inputHash, act.callId(stopped.toolUseId));
    if (verdict === 'context') asContext.push(match);
    if (verdict === 'pass') recordOnce(act, stopped, 'hold-passed', lesson);
    if (verdict !== 'deny') continue;
    const reason = holdReason(lesson, shownCommand(matched.call, match.matchedText));
    reasons.push(reason);
    recordOnce(act, stopped, 'hold', lesson, {}, reason);
  }
  const denial: HookAnswer = { kind: 'deny', reason: reasons.join('\n\n') };
  return { denial: reasons.length === 0 ? null : denial, asContext };
}

/** Records an answer in one process; a second installed hook gives the same answer unrecorded. */
function recordOnce(
  act: Act,
  stopped: StoppedCall,
  kind: Parameters<Act['record']>[0],
  lesson: CompiledLesson,
  more: { detail?: string } = {},
  told?: string,
): void {
  const id = act.callId(stopped.toolUseId);
  const name = `c.${fileName(id ?? '')}.${kind}.${slugFile(lesson.slug)}`;
  if (id === null || act.state.claim(name, '') !== false)
    act.record(kind, lesson, { ...stopped, ...more }, told);
}

/** What stands for `{command}` in a reason: the command, else the path or text that matched. */
function shownCommand(call: ToolCall, matchedText: string): string {
  const command = call.input['command'];
  return typeof command === 'string' ? command : (call.paths[0] ?? matchedText);
}
