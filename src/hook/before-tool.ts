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
import { withoutLinks } from '../platform/real-path.ts';
import { fileName, slugFile } from '../platform/session-state.ts';
import { tokensOf } from '../text/tokens.ts';
import { type Act, contextOf, NOTHING } from './act.ts';
import { holdCall } from './hold.ts';
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
  const view = viewOf(call);
  return view instanceof Promise
    ? view.then((loaded) => matchView(act, call, toolUseId, loaded, lessons))
    : matchView(act, call, toolUseId, view, lessons);
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
  return { call, toolUseId, matches: rank(matches) };
}

/** The call with its one path as `withoutLinks` says; the paths of a patch stay as the patch has them. */
function atTruePath(call: ToolCall): ToolCall {
  const [path] = call.paths;
  if (path === undefined || call.paths.length > 1) return call;
  const found = withoutLinks(path, call.cwd);
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
    const { reason, asContext } = stopCall(act, matched);
    if (reason !== null) return { kind: 'deny', reason };
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
  const { reason } = stopCall(act, matched);
  return reason === null ? NOTHING : { kind: 'deny', reason };
}

/** The result is there: lessons that are neither held nor blocked. */
export function afterTool(act: Act, matched: MatchedCall | null): HookAnswer {
  if (matched === null) return NOTHING;
  return contextOf(tellLessons(act, contextMatches(matched), 'inject', about(matched)));
}

function about(matched: MatchedCall): { toolUseId: string | null; tool: string } {
  return { toolUseId: matched.toolUseId, tool: matched.call.tool };
}

interface Stop {
  /** Why the call is denied, or null. */
  reason: string | null;
  /** Lessons that were held often enough. */
  asContext: Match[];
}

function stopCall(act: Act, matched: MatchedCall): Stop {
  const hash = inputHash(matched.call.input);
  const reason = blockCall(act, matched, hash);
  return reason === null ? holdMatches(act, matched, hash) : { reason, asContext: [] };
}

/**
 * The reason of the first block that no human has let through, or null.
 * @param hash of the canonical input, under which a stopped call is known when it is tried again
 */
function blockCall(act: Act, matched: MatchedCall, hash: string): string | null {
  const stopped = { ...about(matched), inputHash: hash };
  for (const { lesson, matchedText } of matched.matches) {
    if (lesson.delivery !== 'block') continue;
    const key = `${slugFile(lesson.slug)}.${hash}`;
    if (spendCode(act.state, key, matched.toolUseId, act.host.now())) {
      if (firstToSay(act, matched, 'allow', lesson.slug)) {
        act.record('allow-once', lesson, { ...stopped, detail: 'used' });
      }
      continue;
    }
    const code = issueCode(act.state, key, act.host.now());
    const reason = blockReason(lesson, shownCommand(matched.call, matchedText), code);
    if (firstToSay(act, matched, 'block', lesson.slug)) {
      act.record('block', lesson, { ...stopped, bytes: reason.length });
    }
    return reason;
  }
  return null;
}

/** The reasons of the holds that deny this call, and the lessons that were held often enough. */
function holdMatches(act: Act, matched: MatchedCall, hash: string): Stop {
  const stopped = { ...about(matched), inputHash: hash };
  const reasons: string[] = [];
  const asContext: Match[] = [];
  for (const match of matched.matches) {
    const { lesson } = match;
    if (lesson.delivery !== 'hold' || reasons.length === HOLDS_PER_DENIAL_MAX) continue;
    if (act.seenElsewhere(lesson) || act.withheld(lesson, stopped)) continue;
    const verdict = holdCall(act, lesson, hash, matched.toolUseId);
    if (verdict === 'context') asContext.push(match);
    if (verdict === 'pass' && firstToSay(act, matched, 'passed', lesson.slug)) {
      act.record('hold-passed', lesson, stopped);
    }
    if (verdict !== 'deny') continue;
    const reason = holdReason(lesson, shownCommand(matched.call, match.matchedText));
    reasons.push(reason);
    if (firstToSay(act, matched, 'hold', lesson.slug)) {
      act.record('hold', lesson, { ...stopped, bytes: reason.length });
    }
  }
  return { reason: reasons.length === 0 ? null : reasons.join('\n\n'), asContext };
}

/** True for the one process that records an answer; a second installed hook gives the same answer unrecorded. */
function firstToSay(act: Act, matched: MatchedCall, what: string, slug: string): boolean {
  if (matched.toolUseId === null) return true;
  const name = `c.${fileName(matched.toolUseId)}.${what}.${slugFile(slug)}`;
  return act.state.claim(name, '') !== false;
}

/** What stands for `{command}` in a reason: the command, else the path or text that matched. */
function shownCommand(call: ToolCall, matchedText: string): string {
  const command = call.input['command'];
  return typeof command === 'string' ? command : (call.paths[0] ?? matchedText);
}
