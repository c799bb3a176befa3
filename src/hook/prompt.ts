import type { HookAnswer } from '../agents/adapter.ts';
import { isHumanPrompt } from '../inject/keywords.ts';
import { promptWords, relevance } from '../inject/prompt-words.ts';
import { pitfallOf, renderPitfalls } from '../inject/render.ts';
import { inScope } from '../inject/scope.ts';
import { utf8Bytes } from '../inject/utf8.ts';
import { topicsWith } from '../manifest/read-texts.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { INJECTION_HEADER } from '../model/constants.ts';
import { permitCode } from '../platform/allow-codes.ts';
import { fileName, slugFile } from '../platform/session-state.ts';
import { type Act, contextOf, NOTHING } from './act.ts';
import { bucket } from './session-start.ts';
import { ownFirst } from './tell.ts';

const PITFALLS_MAX = 3;
/** Before a turn the client waits ten seconds. */
const WALL_LIMIT_MS = 7500;
const COMMAND = /^\s*\/lessons?(?::[a-z-]{1,32})?/;
const ALLOW = /^\s*allow\s+([a-z0-9]{6})\s*$/i;

const REFUSED = {
  unknown: 'is of no call that was blocked in this session',
  used: 'was used',
  expired: 'has expired',
  unkept: 'cannot be taken: nothing can be written (`lessons doctor` says why)',
};

/** The human has written something: a lessons command, an `allow CODE`, or a task for which pitfalls are known. */
export function promptSubmitted(act: Act, prompt: string): HookAnswer {
  if (act.event.base.agentId !== null || !isHumanPrompt(prompt)) return NOTHING;
  if (prompt.trimStart().startsWith('/lesson')) {
    // Only the command's name: what follows is the human's own text, and may hold anything.
    const command = COMMAND.exec(prompt)![0].trim();
    if (firstToRead(act, prompt)) act.record('human-command', null, { detail: command });
    return NOTHING;
  }
  const code = ALLOW.exec(prompt)?.[1];
  if (code !== undefined) return allow(act, code, prompt);
  return pitfalls(act, prompt);
}

function allow(act: Act, typed: string, prompt: string): HookAnswer {
  const code = typed.toUpperCase();
  const permission = permitCode(act.state, code, act.host.now());
  // In small letters it may be a word.
  const isWord = permission === 'unknown' && typed !== code;
  if (isWord || !firstToRead(act, prompt)) return NOTHING;
  if (permission !== 'allowed') {
    return {
      kind: 'none',
      systemMessage: `lessons-learned: the code ${code} ${REFUSED[permission]}.`,
    };
  }
  act.record('allow-once', null, { detail: `permitted ${code}` });
  return {
    kind: 'context',
    text: `${INJECTION_HEADER} The human lets the blocked call through once (code ${code}): repeat the identical call.`,
    systemMessage: `lessons-learned: the blocked call may run once, within 10 minutes.`,
  };
}

function pitfalls(act: Act, prompt: string): HookAnswer {
  const said = promptWords(prompt, act.event.base.cwd);
  const stems = said.sentences.flat(2);
  const { manifest } = act;
  if (manifest === null || stems.length === 0) return NOTHING;
  const topics = topicsWith(manifest, stems)
    .map((topic) => ({ ...topic, relevance: relevance(topic, said) }))
    .filter((topic) => topic.relevance > 0)
    .sort((a, b) => b.relevance - a.relevance);
  const found = new Map<number, { lesson: CompiledLesson }>();
  for (const { offset, size } of topics) {
    if (found.size === PITFALLS_MAX || act.host.late(WALL_LIMIT_MS)) break;
    const lesson = manifest.lessonAt(offset);
    // One that acts at calls knows better than the words of its command when it is meant.
    if (lesson === null || (size > 0 && lesson.actsAtCalls) || !inScope(lesson.scope, act.scope)) continue;
    if (!act.state.has(claimOf(lesson)) && !act.withheld(lesson, {})) found.set(offset, { lesson });
  }
  if (found.size === 0 || !firstToRead(act, prompt)) return NOTHING;
  const told = ownFirst([...found.values()])
    .map(({ lesson }) => lesson)
    .filter((lesson) => act.state.claim(claimOf(lesson), `${lesson.priority}\n`) === true);
  const text = renderPitfalls(told.map(pitfallOf));
  for (const lesson of told)
    act.record('pitfalls', lesson, { bytes: Math.ceil(utf8Bytes(text) / told.length) });
  return contextOf(text);
}

/** A lesson shown before a turn does not use up its place beside a call. */
function claimOf(lesson: CompiledLesson): string {
  return `p.${slugFile(lesson.slug)}`;
}

/** False where another installed hook has read this very prompt. */
function firstToRead(act: Act, prompt: string): boolean {
  const { promptId } = act.event.base;
  const turn = promptId == null ? `${prompt.length}.${bucket(act)}` : fileName(promptId);
  return act.state.claim(`e.prompt.${turn}`, '') !== false;
}
