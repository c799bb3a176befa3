import type { HookAnswer, HookEvent, HookIo } from '../agents/adapter.ts';
import { newsLine, protocolText } from '../inject/protocol.ts';
import { renderInjection } from '../inject/render.ts';
import { inScope } from '../inject/scope.ts';
import { select } from '../inject/select.ts';
import type { Match } from '../inject/types.ts';
import { openManifest } from '../manifest/read.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { fileName, slugFile } from '../platform/session-state.ts';
import { decodeText } from '../platform/text-bytes.ts';
import { type Act, contextOf, NOTHING, paragraphs } from './act.ts';
import { BESIDE_PROMPT, forgetLost, hasNewToForget, startMemory } from './reset.ts';

const REMINDERS_MAX = 5;
/**
 * Lessons that one start may tell; the list is sorted, best first. How many it does the byte budget decides: a lesson
 * without a trigger has no other time.
 */
const START_LESSONS_MAX = 50;
/** Two installed hooks start within this time; a second start of a session takes longer. */
const TWIN_BUCKET_MS = 5000;
/** They do nearly always within this one, in which no client compacts twice. */
const AT_ONCE_MS = 500;

/** At a start the client waits ten seconds. */
const WALL_LIMIT_MS = 7500;
const LOOK_MS = 20;

const DIGEST_CHARS_MAX = 500;
const HEAD_BYTES = 2048;

type Start = Extract<HookEvent, { kind: 'session-start' }>;

/** A session starts, is resumed, cleared or compacted: the protocol, session-start lessons, reminders of the project. */
export async function sessionStart(act: Act, io: HookIo, event: Start): Promise<HookAnswer> {
  if (!firstToStart(act, event)) return NOTHING;
  const isAtWork = act.isUncompiled;
  if (isAtWork) await compiledAnew(act);
  const head = () => transcriptHead(act);
  startMemory(act, io.memory ?? {}, event, head);
  act.record('hook', null, { detail: event.source });
  const text = io.memory?.deafAt?.test(event.source) ? '' : startText(act);
  const isNew = event.source === 'startup' || event.source === 'clear';
  const line = isNew && !io.unseen?.(act.host.env, head) ? announcement(act) : null;
  if (!isAtWork) act.host.background('--beside', act.event.base.transcriptPath);
  return line === null ? contextOf(text) : { ...contextOf(text), systemMessage: line };
}

/** What is told at a start has no other time: the lessons are waited for. */
async function compiledAnew(act: Act): Promise<void> {
  const { host } = act;
  let isOver = false;
  host.background('--beside', act.event.base.transcriptPath, () => {
    isOver = true;
  });
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    act.manifest = openManifest(host.home);
  } while (act.manifest === null && !isOver && !host.late(WALL_LIMIT_MS));
  act.config = act.manifest?.config ?? act.config;
}

function transcriptHead({ host, event }: Act): string {
  const fd = host.io.openRead(event.base.transcriptPath ?? '');
  const head = new Uint8Array(HEAD_BYTES);
  const count = host.io.readAt(fd, head, 0);
  if (fd >= 0) host.io.close(fd);
  return decodeText(head.subarray(0, Math.max(count, 0)));
}

/** What a session start would have told: beside a prompt, where the agent keeps it. */
export function startBesidePrompt(act: Act, io: HookIo): string {
  forgetLost(act, io.memory ?? {});
  return startText(act);
}

function startText(act: Act): string {
  return paragraphs(
    tellOnce(act, 's.protocol') ? protocolText() : '',
    lessonsText(act, sessionLessons(act), (lesson) => tellOnce(act, `s.${slugFile(lesson.slug)}`, lesson)),
  );
}

/** A subagent starts with an empty context: the protocol and the lessons meant for subagents. */
export function subagentStart(act: Act): HookAnswer {
  const { agentId } = act.event.base;
  const owner = agentId === null ? `unnamed.${bucket(act)}` : fileName(agentId);
  if (act.state.claim(`e.sub.${owner}`, '') === false) return NOTHING;
  const lessons = act.manifest?.forEvent('SubagentStart') ?? [];
  return contextOf(
    paragraphs(
      protocolText(),
      lessonsText(act, lessons, () => true),
    ),
  );
}

/** False where another installed hook has answered this very start. In one turn a client may compact more than once. */
function firstToStart(act: Act, { source, base }: Start): boolean {
  const name = `e.${source}.${fileName(base.promptId ?? '')}.`;
  if (!firstWithin(act, `${name}o.`, AT_ONCE_MS)) return false;
  return firstWithin(act, name, TWIN_BUCKET_MS) || hasNewToForget(act, source);
}

function firstWithin(act: Act, name: string, ms: number): boolean {
  const now = bucket(act, ms);
  if (act.state.claim(name + now, String(act.host.now())) === false) return false;
  const before = Number(act.state.read(name + (now - 1)));
  return !(act.host.now() - before < ms);
}

/** The span of time in which two installed hooks count as one. */
export function bucket(act: Act, ms = TWIN_BUCKET_MS): number {
  return Math.floor(act.host.now() / ms);
}

/**
 * What was told at a start is still in the context of a resumed session. Where nothing can be written it is told at the
 * start, but not at every prompt.
 */
function tellOnce(act: Act, name: string, lesson?: CompiledLesson): boolean {
  const isBesidePrompt = act.event.kind === 'prompt';
  return (
    act.state.claim(name, `${lesson?.priority ?? 10}${isBesidePrompt ? BESIDE_PROMPT : ''}\n`) ??
    !isBesidePrompt
  );
}

function sessionLessons(act: Act): CompiledLesson[] {
  const { manifest, project } = act;
  if (manifest === null) return [];
  const reminders = project === null ? [] : manifest.reminders(project, REMINDERS_MAX);
  return [...manifest.forEvent('SessionStart'), ...reminders];
}

function lessonsText(act: Act, lessons: CompiledLesson[], take: (lesson: CompiledLesson) => boolean): string {
  const matches: Match[] = lessons
    .filter((lesson) => inScope(lesson.scope, act.scope) && !act.seenElsewhere(lesson))
    .slice(0, START_LESSONS_MAX)
    .map((lesson) => ({
      lesson: { ...lesson, text: lesson.startText ?? lesson.text },
      matchType: 'tool',
      pattern: null,
      matchedText: '',
    }));
  const selection = select(matches, {
    budgetBytes: act.config.injectionBudgetBytes,
    maxLessons: START_LESSONS_MAX,
    languages: act.manifest?.languagesOf(act.project),
  });
  const selected = selection.selected.filter(
    ({ match }) => !act.withheld(match.lesson, {}) && take(match.lesson),
  );
  for (const { match, text } of selected) act.record('session-start', match.lesson, {}, text);
  return renderInjection({ selected, dropped: [] }, 'session-start');
}

/** News for the user from the last scan, a line each; `announce.json` is taken away, so they come once. */
function announcement(act: Act): string | null {
  const path = `${act.host.home}/announce.json`;
  try {
    const found = JSON.parse(act.host.io.readText(path) ?? '') as {
      pending?: unknown;
      new?: unknown;
      digest?: unknown;
      called?: unknown;
    };
    const lines = [
      newsLine(Number(found.new), Number(found.pending), found.called),
      typeof found.digest === 'string' && found.digest.slice(0, DIGEST_CHARS_MAX),
    ].filter(Boolean);
    if (lines.length === 0) return null;
    process.getBuiltinModule('node:fs').renameSync(path, `${act.host.home}/announced.json`);
    return lines.join('\n');
  } catch {
    return null;
  }
}
