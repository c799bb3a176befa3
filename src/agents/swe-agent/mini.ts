import { clip } from '../../transcripts/content.ts';
import type { ResultEvent } from '../../transcripts/events.ts';
import { type Json, list, moment, number, object, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import { type DocumentReader, type Emit, type Sample, sessionOfName } from '../../transcripts/reader.ts';
import { chatCalls, chatText } from '../shared/chat-messages.ts';
import { complains } from './complaint.ts';
import { stepId, tellSession } from './session.ts';

/** The one command of an answer that calls no tool. */
const BLOCK = /```(?:mswea_bash_command|bash|sh)?[ \t]*\n([\s\S]*?)\n?```/;
/** Blocks that are named for what runs them: of several, none is run. */
const NAMED_BLOCK = /```(?:mswea_bash_command|bash|sh)[ \t]*\n([\s\S]*?)\n?```/g;
const RETURN_CODE = /^\s*(?:<exception>[\s\S]{0,2000}?<\/exception>\s*)?<returncode>(-?\d+)<\/returncode>/;
const OUTPUT = /<output(?:_head)?>\n?([\s\S]*?)\n?<\/output(?:_head)?>/;
/** The end of an output that is too long to be told whole. */
const TAIL = /\s*<elided_chars>[\s\S]{0,80}?<\/elided_chars>\s*<output_tail>\n?([\s\S]*?)\n?<\/output_tail>/;
const TIMED_OUT = /\btimed out (?:after|and has been killed)/;
const REFUSED = /^Command not executed\. The user (?:rejected|interrupted)[^\n:]{0,80}:?\s*([\s\S]{0,4000})/;

/** mini-swe-agent: `*.traj.json`, one JSON document `{info, messages, trajectory_format}` with the messages of the model's API. */
export const miniSweAgentReader: DocumentReader = {
  agent: 'swe-agent',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) =>
        Array.isArray(value['messages']) &&
        (/^mini-swe-agent\b/.test(text(value['trajectory_format']) ?? '') ||
          object(value['info'])?.['mini_version'] !== undefined),
    ),
  decode(value, emit, source, path) {
    const document = object(value) ?? {};
    const config = object(object(document['info'])?.['config']);
    const sessionId = text(document['instance_id']) ?? sessionOfName(path).replace(/\.traj$/, '');
    const model = text(object(config?.['model'])?.['model_name']);
    const cwd = text(object(config?.['environment'])?.['cwd']);
    tellSession(emit, sessionId, { model, cwd });
    const lines = new LineFinder(source);
    const session = new MiniSession(emit, sessionId, cwd);
    list(document['messages']).forEach((each, index) => {
      const message = object(each);
      if (message !== null) session.message(message, lines.of('"role": ', index + 1));
    });
  },
};

interface Command {
  id: string;
  command: string;
}

class MiniSession {
  readonly #emit: Emit;
  readonly #sessionId: string;
  readonly #cwd: string | null;
  #waiting: Command[] = [];
  #first: string | null = null;
  #steps = 0;

  constructor(emit: Emit, sessionId: string, cwd: string | null) {
    this.#emit = emit;
    this.#sessionId = sessionId;
    this.#cwd = cwd;
  }

  message(message: Json, line: number): void {
    const base = { line, uuid: null, timestamp: timeOf(message) };
    if (message['role'] === 'assistant') {
      const said = chatText(message);
      this.#first ??= said;
      const words = said.replace(BLOCK, '').trim();
      if (words !== '') this.#emit({ kind: 'assistant', ...base, text: words, model: null });
      this.#waiting = this.#commands(message, said);
      for (const { id, command } of this.#waiting)
        this.#emit({
          kind: 'call',
          ...base,
          callId: id,
          nativeTool: 'bash',
          tool: 'Bash',
          input: { command },
          cwd: this.#cwd,
        });
    } else if (message['role'] === 'tool' || message['role'] === 'user') {
      const at = this.#waiting.findIndex(({ id }) => id === message['tool_call_id']);
      const [asked] = this.#waiting.splice(Math.max(at, 0), 1);
      if (asked !== undefined)
        this.#emit({ kind: 'result', ...base, callId: asked.id, ...resultOf(message, asked.command) });
    }
  }

  #commands(message: Json, said: string): Command[] {
    const actions = list(object(message['extra'])?.['actions']).map((each) => object(each));
    const given: (Json | null)[] =
      actions.length > 0
        ? actions
        : chatCalls(message).map(({ id, input }) => ({ tool_call_id: id, command: input['command'] }));
    const commands = given.flatMap((each) => {
      const command = text(each?.['command']);
      return command === null ? [] : [{ id: text(each?.['tool_call_id']) ?? this.#nextId(), command }];
    });
    if (commands.length > 0) return commands;
    const named = [...said.matchAll(NAMED_BLOCK)];
    if (named.length > 1) return [];
    const block = (named[0] ?? BLOCK.exec(said))?.[1]?.trim();
    return block ? [{ id: this.#nextId(), command: block }] : [];
  }

  #nextId(): string {
    this.#steps += 1;
    return stepId(this.#sessionId, this.#first ?? '', this.#steps);
  }
}

type Result = Omit<ResultEvent, 'kind' | 'line' | 'uuid' | 'timestamp' | 'callId'>;

function resultOf(message: Json, command: string): Result {
  const whole = chatText(message);
  const extra = object(message['extra']);
  const told = RETURN_CODE.exec(whole)?.[1];
  const exitCode = number(extra?.['returncode']) ?? (told === undefined ? null : Number(told));
  const printed = text(extra?.['raw_output']) ?? toldOutput(whole);
  const exception = text(extra?.['exception_info']) ?? '';
  const body = exception === '' ? printed : `${exception}\n${printed}`;
  const refused = REFUSED.exec(whole);
  const failed = exitCode === null ? refused !== null || complains(command, body) : exitCode !== 0;
  return {
    isError: failed ? true : exitCode === null ? undefined : false,
    exitCode,
    text: clip(body.replace(/\r\n/g, '\n')),
    chars: whole.length,
    denial: refused === null ? null : 'user-rejected',
    feedback: refused?.[1]?.trim() || null,
    timedOut: [
      exception,
      whole.slice(0, 600).split('<output>')[0]!,
      /^The last command .*/.exec(body)?.[0] ?? '',
    ].some((said) => TIMED_OUT.test(said)),
    durationMs: null,
  };
}

/** What a command printed, as the message tells it. */
function toldOutput(whole: string): string {
  const head = OUTPUT.exec(whole);
  if (head === null) return whole;
  const tail = TAIL.exec(whole.slice(head.index + head[0].length));
  return tail === null ? head[1]! : `${head[1]}\n\u2026\n${tail[1]}`;
}

function timeOf(message: Json): string | null {
  const seconds = number(object(message['extra'])?.['timestamp']) ?? number(message['timestamp']);
  return seconds === null ? null : moment(seconds * 1000);
}
