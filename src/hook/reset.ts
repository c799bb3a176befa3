import type { HookEvent, HookIo, SessionMemory } from '../agents/adapter.ts';
import { fileName, sessionDir } from '../platform/session-state.ts';
import { decodeText } from '../platform/text-bytes.ts';
import { fileEnd } from '../platform/text-end.ts';
import type { Act } from './act.ts';

/** Files that are not about what the agent was told: answered events, codes, counts of holds, the log. */
const KEPT = /^(?:log$|(?:[bcefw]|code|ok|used)\.)/;
const HOLD = /^[hn]\./;
const NOT_HELD = /^(?![hn]\.)/;
const TOLD_SINCE_START = /^(?:p\.|[^.]+$)/;
/** In the claim of what a start would have told, and a prompt did: clients start both at once, and keep the prompt's. */
export const BESIDE_PROMPT = 'p';

/** How much of a transcript's end is searched for what was lost, and how much before its mark tells it from another. */
const END_BYTES = 2 * 1024 * 1024;
const MARK_CONTEXT_BYTES = 50;
/** What is looked at first, and then eight times as much: most turns are short, and most prompts follow on the last. */
const NEAR_BYTES = END_BYTES / 64;

type Start = Extract<HookEvent, { kind: 'session-start' }>;

/** At a start: forgets what the session has no more, and takes over what the one that it continues was told. */
export function startMemory(
  act: Act,
  memory: SessionMemory,
  { source, whole }: Start,
  head: () => string,
): void {
  forgetLost(act, memory);
  if (source === 'compact') forgetCompacted(act);
  if (source === 'clear') resetClaims(act, 0);
  const isShort = !whole && (!memory.teller || act.host.env[memory.teller]);
  if (source === 'resume' && memory.resumed && isShort) resetClaims(act, 0, memory.resumed, true);
  const rewound = memory.rewound?.exec(act.event.base.transcriptPath ?? '')?.[0];
  if (rewound && act.state.claim(`e.rewound.${fileName(rewound)}`, '') === true)
    resetClaims(act, 0, NOT_HELD);
  const parent = source === 'fork' && memory.parent?.exec(head())?.[1];
  if (parent) inheritClaims(act, parent);
}

/** Forgets what a compaction or a step back took, as the transcript tells: not every client tells its hooks. */
export function forgetLost(act: Act, { compaction, rewind }: SessionMemory): void {
  const path = act.event.base.transcriptPath;
  if (!compaction || path === null) return;
  const end = fileEnd(act.host.io, path, END_BYTES);
  if (isNewlyMarked(act, end, compaction)) forgetCompacted(act);
  if (rewind && isNewlyMarked(act, end, rewind)) resetClaims(act, 0, NOT_HELD);
}

/** True once for each place where the mark was written. */
function isNewlyMarked(act: Act, end: Uint8Array, mark: string): boolean {
  // As text, megabytes take longer to decode than to read.
  const at = Buffer.prototype.lastIndexOf.call(end, mark);
  const name = fileName(decodeText(end.subarray(Math.max(0, at - MARK_CONTEXT_BYTES), at)));
  return at >= 0 && act.state.claim(`e.compacted.${name}`, '') === true;
}

/**
 * Forgets what was told on a branch that its user went back from: the last prompt then follows on what stands before
 * the one above it. The start of the session is before all branches.
 */
export function leaveBranch(act: Act, io: HookIo): boolean {
  const path = act.event.base.transcriptPath;
  const prompt = io.memory?.prompt;
  if (!prompt || path === null) return false;
  let head = '';
  for (let bytes = NEAR_BYTES; bytes <= END_BYTES; bytes *= 8) {
    const end = fileEnd(act.host.io, path, bytes);
    const find = (text: string, from: number): number => Buffer.prototype.lastIndexOf.call(end, text, from);
    const last = find(prompt, end.length);
    const start = last < 0 ? last : end.lastIndexOf(10, last);
    if (start < 0) continue;
    const above = find(prompt, start);
    head = decodeText(end.subarray(start + 1, start + 100));
    const parent = /^{"parentUuid":"([^"]+)/.exec(head)?.[1];
    if (
      parent
        ? find(`"uuid":"${parent}"`, start) > end.lastIndexOf(10, Math.max(above, 0))
        : above < 0 && bytes === END_BYTES
    )
      return false;
  }
  if (!head || act.state.claim(`e.branch.${fileName(head)}`, '') !== true) return false;
  resetClaims(act, 0, TOLD_SINCE_START);
  return true;
}

/**
 * Whether a compaction takes what a lesson told since the last one, which has left none: what a start itself tells is
 * there at once.
 */
export function hasNewToForget(act: Act, source: Start['source']): boolean {
  const threshold = act.config.compactionReinjectionThreshold;
  return source === 'compact' && toForget(act, threshold).some((name) => !name.startsWith('s.'));
}

function forgetCompacted(act: Act): void {
  resetClaims(act, act.config.compactionReinjectionThreshold);
}

const fs = () => process.getBuiltinModule('node:fs');

function namesIn(dir: string): string[] {
  try {
    return fs().readdirSync(dir);
  } catch {
    return [];
  }
}

/**
 * Forgets what the agent was told, after its context was cleared or compacted, or came back without it.
 * @param threshold priority from which on a lesson is told again; 0 forgets everything, holds included
 * @param lost names of the claims that it is about
 * @param isKept whether what was told beside a prompt is still there
 */
function resetClaims(act: Act, threshold: number, lost = /^/, isKept = false): void {
  for (const name of toForget(act, threshold)) {
    if (!lost.test(name) || (isKept && act.state.read(name)?.includes(BESIDE_PROMPT))) continue;
    try {
      fs().rmSync(`${act.state.dir}/${name}`);
    } catch {
      // Removed by another process, or the disk refuses: the lesson is then not told again.
    }
  }
}

/** What the agent was told that is of that priority. */
const toForget = (act: Act, threshold: number): string[] =>
  namesIn(act.state.dir).filter(
    (name) =>
      !KEPT.test(name) &&
      (HOLD.test(name)
        ? threshold === 0
        : !(threshold > 0 && Number.parseInt(act.state.read(name) ?? '', 10) < threshold)),
  );

/** A session that goes on from another's context has been told what that one was. */
function inheritClaims(act: Act, parent: string): void {
  const dir = sessionDir(act.host.home, parent);
  for (const name of namesIn(dir))
    if (!KEPT.test(name) && !HOLD.test(name))
      act.state.claim(name, act.host.io.readText(`${dir}/${name}`) ?? '');
}
