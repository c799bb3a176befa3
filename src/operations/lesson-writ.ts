import { z } from 'zod';
import { counted } from '../model/counted.ts';
import type { Lesson } from '../model/lesson.ts';
import { AppError } from '../platform/errors.ts';
import { readNamedFile } from '../platform/read-named.ts';
import { executeWrits, parseWrits, type WritLesson, type WritPort } from '../review/writ.ts';
import type { Store } from '../store/port.ts';
import { compare } from '../text/compare.ts';
import { redact } from '../text/redact.ts';
import { cutSummary } from './formats/record.ts';
import { mayActivate, ONLY_PROPOSED, type Permission } from './guard.ts';
import { rebuildManifest } from './home/rebuild.ts';
import { moved, saveChanges } from './lesson/change-lesson.ts';
import { buildLesson, storeLesson } from './lesson/create-lesson.ts';
import { type Context, operation, warnOfAgent } from './operation.ts';
import { agentSchema } from './suggestions.ts';

const TEXT_BYTES_MAX = 16 * 1024 * 1024;

const output = z.object({
  agent: z.string().nullable().describe('Whose lessons they are; null where they are for every agent.'),
  results: z.array(
    z.object({
      kind: z.string(),
      line: z.int(),
      ok: z.boolean(),
      number: z.int().nullable(),
      status: z.string().nullable(),
      frame: z.string(),
    }),
  ),
  proposal: z.string().nullable().describe('Why new lessons wait for a human.'),
});
type Output = z.infer<typeof output>;

export const lessonWrit = operation({
  name: 'lesson.writ',
  docs: `Carries out \`/lesson\` writs found in a text, from standard input or the arguments: \`/lesson <signature>: <text>\`, a block \`/lesson <signature>\` … \`/endlesson\`, \`/lesson list\`, \`/lesson search <query>\`, \`/lesson delete <id>\`. Lessons belong to the agent that runs it and surface before a turn. ${ONLY_PROPOSED}`,
  input: z.object({
    words: z.array(z.string()).optional(),
    text: z.string().optional(),
    agent: agentSchema().optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['writ'],
    args: [{ field: 'words', label: 'TEXT', variadic: true }],
    flags: { agent: { label: 'A', help: 'Whose lessons they are.' } },
    render: ({ results, proposal }) =>
      [
        ...results.map((each) => each.frame),
        ...(proposal === null
          ? []
          : [`Not active yet: ${proposal}. A human can approve it in \`lessons review\`.`]),
      ].join('\n'),
    exitCode: ({ results }) => (results.every((each) => each.ok) ? 0 : 1),
  },
  async run(context, input): Promise<Output> {
    const writs = parseWrits(textOf(input));
    if (writs.length === 0)
      throw new AppError('INVALID_INPUT', 'there is no /lesson writ in the text', {
        hint: 'A writ is a line such as: /lesson <signature>: <text>',
      });
    const agent = input.agent ?? context.actor.agent;
    if (agent !== null && !/^[\w.@:/-]{1,100}$/.test(agent))
      throw new AppError('INVALID_INPUT', `${JSON.stringify(agent)} is no name of an agent`);
    warnOfAgent(context, input.agent);
    const store = await context.store();
    const permission = await mayActivate(context);
    const port = new StorePort(context, store, agent, permission);
    const results = await executeWrits(writs, port);
    if (port.changedActive) await rebuildManifest(context);
    const failed = results.filter((each) => !each.ok).length;
    if (failed > 0) context.warn(`${failed} of ${counted(results.length, 'writ')} cannot be carried out`);
    const waits = results.some(
      (each) => each.lesson !== null && each.writ.kind === 'create' && each.lesson.status !== 'active',
    );
    return {
      agent,
      results: results.map(({ writ, ok, lesson, frame }) => ({
        kind: writ.kind,
        line: writ.line,
        ok,
        number: lesson?.number ?? null,
        status: lesson?.status ?? null,
        frame,
      })),
      proposal: waits && !permission.allowed ? permission.reason : null,
    };
  },
});

/** Arguments may leave the word itself out: `lessons writ list`. */
function textOf(input: { words?: string[] | undefined; text?: string | undefined }): string {
  if (input.text !== undefined) return input.text;
  if (input.words !== undefined && input.words.length > 0) {
    const text = input.words.join(' ');
    return /^\s{0,3}\/lesson(\s|$)/.test(text) ? text : `/lesson ${text}`;
  }
  return readNamedFile('-', TEXT_BYTES_MAX).toString('utf8');
}

/** One agent's lessons in the store. */
class StorePort implements WritPort {
  changedActive = false;
  private known: Lesson[] | null = null;
  private readonly context: Context;
  private readonly store: Store;
  private readonly scope: string;
  private readonly permission: Permission;

  constructor(context: Context, store: Store, agent: string | null, permission: Permission) {
    this.context = context;
    this.store = store;
    this.scope = agent === null ? 'global' : `agent:${agent}`;
    this.permission = permission;
  }

  async create(rawSignature: string, rawText: string): Promise<WritLesson> {
    const [signature, text] = [redact(rawSignature).slice(0, 200), redact(rawText).slice(0, 4096)];
    const twin = (await this.own()).find((each) => each.signature === signature && each.remediation === text);
    if (twin) throw new Error(`lesson #${twin.number} says exactly this`);
    const status = this.permission.allowed ? 'active' : 'candidate';
    const lesson = buildLesson(
      {
        summary: cutSummary(`${signature}: ${text}`).summary,
        mistake: signature,
        remediation: text,
        signature,
        scope: this.scope,
        injectOn: ['UserPromptSubmit'],
        priority: 5,
        confidence: this.permission.allowed ? 0.9 : 0.85,
      },
      {
        source: 'writ',
        status,
        now: this.context.clock.now(),
        known: {
          sourceSessionIds: this.context.actor.sessionId === null ? [] : [this.context.actor.sessionId],
        },
      },
    );
    const stored = await storeLesson(this.store, lesson);
    this.known?.push(stored);
    this.changedActive ||= status === 'active';
    return shown(stored);
  }

  async list(): Promise<WritLesson[]> {
    return (await this.own()).map(shown);
  }

  async search(query: string): Promise<WritLesson[]> {
    const wanted = query.toLowerCase();
    return (await this.list()).filter(
      (each) => each.signature.toLowerCase().includes(wanted) || each.text.toLowerCase().includes(wanted),
    );
  }

  /** Nothing disappears but by `purge`: a deleted lesson is archived. */
  async remove(ref: string): Promise<WritLesson> {
    const bare = ref.replace(/^#/, '');
    const lesson = (await this.own()).find((each) =>
      [String(each.number), each.id, each.slug].includes(bare),
    );
    if (!lesson) throw new Error(`no lesson ${ref}`);
    const permission = lesson.delivery === 'block' ? await mayActivate(this.context, true) : this.permission;
    if (lesson.status === 'active' && !permission.allowed)
      throw new Error(`lesson #${lesson.number} is active and stays so: ${permission.reason}`);
    await saveChanges(
      this.store,
      lesson,
      moved(lesson, 'archive', this.context.clock.now(), 'deleted by /lesson delete'),
    );
    this.known = null;
    this.changedActive ||= lesson.status === 'active';
    return shown(lesson);
  }

  /** What is not archived, newest consulted first; one that was never consulted counts from when it was made. */
  private async own(): Promise<Lesson[]> {
    this.known ??= await this.store.listLessons({
      scope: this.scope,
      status: ['candidate', 'reviewed', 'active'],
    });
    const consulted = (lesson: Lesson) => lesson.lastSeenAt ?? lesson.createdAt;
    return this.known
      .filter((lesson) => this.scope !== 'global' || lesson.source === 'writ')
      .sort((a, b) => compare(consulted(b), consulted(a)) || b.number - a.number);
  }
}

function shown(lesson: Lesson): WritLesson {
  return {
    number: lesson.number,
    signature: lesson.signature ?? lesson.summary,
    text: lesson.remediation,
    status: lesson.status,
  };
}
