import type { IncomingMessage } from 'node:http';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { bodyOf, pathOf, startLocalServer } from './local-server.ts';

/**
 * Model servers on 127.0.0.1 that play a script in the protocols of Codex (Responses), Gemini CLI (generateContent) and
 * opencode (chat completions). Each request that offers tools gets the next step; all are kept for assertions.
 */

export interface Step {
  text?: string;
  call?: { name: string; args: Record<string, unknown> };
  /** Milliseconds before the answer. */
  delayMs?: number;
}

type Body = Record<string, unknown>;

/** What stands in a request, in order: a call of the model, the result of one, or any other text. */
interface Item {
  kind: 'call' | 'result' | 'text';
  text: string;
}

export interface Dialect {
  /** Answer to a request that is no turn of the model (counting, listing, titles); null for a turn. */
  aside(path: string, body: Body): Reply | null;
  turn(step: Step, number: number, body: Body): Reply;
  items(body: Body): Item[];
}

interface Reply {
  type: 'application/json' | 'text/event-stream';
  body: string;
}

export interface ScriptedModel {
  url: string;
  /** Bodies of the turns, in order. */
  turns: Body[];
  /** All that the model was told from its n-th call on up to its next one, in the last turn. */
  afterCall(index: number): string;
  /** All that the model was told before its first call. */
  before(): string;
  close(): Promise<void>;
}

export async function startScriptedModel(dialect: Dialect, steps: Step[]): Promise<ScriptedModel> {
  const turns: Body[] = [];
  const server = await startLocalServer(async (request, response) => {
    const body = await readBody(request);
    const aside = dialect.aside(pathOf(request), body);
    let reply = aside;
    if (reply === null) {
      turns.push(body);
      const step = steps[turns.length - 1] ?? { text: 'Done.' };
      if (step.delayMs) await new Promise((resolve) => setTimeout(resolve, step.delayMs));
      reply = dialect.turn(step, turns.length, body);
    }
    response.writeHead(200, { 'content-type': reply.type });
    response.end(reply.body);
  });
  const parts = () => {
    const found: string[][] = [[]];
    for (const { kind, text } of dialect.items(turns.at(-1) ?? {})) {
      if (kind === 'call') found.push([]);
      else found.at(-1)!.push(text);
    }
    return found.map((texts) => texts.join('\n'));
  };
  return {
    ...server,
    turns,
    afterCall: (index) => parts()[index + 1] ?? '',
    before: () => parts()[0] ?? '',
  };
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let bytes = await bodyOf(request);
  const encoding = request.headers['content-encoding'];
  if (encoding === 'zstd') bytes = zstdDecompressSync(bytes);
  if (encoding === 'gzip') bytes = gunzipSync(bytes);
  try {
    return JSON.parse(bytes.toString('utf8')) as Body;
  } catch {
    return {};
  }
}

const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) });
const list = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : []);
const isOffered = (body: Body) => list(body['tools']).length > 0;

/** All strings below a value, for requests whose shape varies. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(textsIn)
    .filter((text) => text !== '')
    .join('\n');
}

/** OpenAI's Responses API, as Codex asks it: one server-sent event a change. */
export const responsesDialect: Dialect = {
  aside: (path) => (path.endsWith('/responses') ? null : json({ object: 'list', models: [], data: [] })),
  turn({ text, call }, number) {
    const item =
      call === undefined
        ? {
            type: 'message',
            id: `msg_${number}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: text ?? 'Done.' }],
          }
        : {
            type: 'function_call',
            id: `fc_${number}`,
            call_id: `call_${number}`,
            name: call.name,
            arguments: JSON.stringify(call.args),
          };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const id = `resp_${number}`;
    const events: [string, Body][] = [
      ['response.created', { response: { id, status: 'in_progress' } }],
      ['response.output_item.added', { output_index: 0, item }],
      ['response.output_item.done', { output_index: 0, item }],
      ['response.completed', { response: { id, status: 'completed', output: [item], usage } }],
    ];
    const body = events.map(
      ([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
    );
    return { type: 'text/event-stream', body: body.join('') };
  },
  items: (body) =>
    list(body['input']).map((item) => {
      const type = String(item['type']);
      if (type.endsWith('_call')) return { kind: 'call', text: textsIn(item['arguments']) };
      if (type.endsWith('_call_output')) return { kind: 'result', text: textsIn(item['output']) };
      return { kind: 'text', text: textsIn(item['content']) };
    }),
};

/** Gemini's API; requests without tools are the client's own (routing, titles, counting). */
export const geminiDialect: Dialect = {
  aside(path, body) {
    if (path.includes('countTokens')) return json({ totalTokens: 100 });
    if (isOffered(body)) return null;
    const reply = geminiReply([{ text: '{"reasoning":"scripted","model_choice":"pro"}' }]);
    return path.includes('stream') ? eventStream([reply]) : json(reply);
  },
  turn: ({ text, call }) =>
    eventStream([geminiReply([call === undefined ? { text: text ?? 'Done.' } : { functionCall: call }])]),
  items: (body) =>
    list(body['contents']).flatMap((content) =>
      list(content['parts']).map((part): Item => {
        if (part['functionCall'] !== undefined) return { kind: 'call', text: textsIn(part['functionCall']) };
        if (part['functionResponse'] !== undefined)
          return { kind: 'result', text: textsIn(part['functionResponse']) };
        return { kind: 'text', text: textsIn(part['text']) };
      }),
    ),
};

const geminiReply = (parts: Body[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  modelVersion: 'scripted',
});

const eventStream = (events: unknown[], end = ''): Reply => ({
  type: 'text/event-stream',
  body: `${events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('')}${end}`,
});

/** OpenAI's chat completions; a request without tools is for a title. */
export const chatDialect: Dialect = {
  aside(path, body) {
    if (!path.endsWith('/chat/completions')) return json({ object: 'list', data: [] });
    return isOffered(body) ? null : chatReply({ text: 'Scripted' }, 0, body);
  },
  turn: chatReply,
  items: (body) =>
    list(body['messages']).flatMap((message): Item[] => {
      const text = textsIn(message['content']);
      const calls = list(message['tool_calls']).map((call): Item => ({ kind: 'call', text: textsIn(call) }));
      if (message['role'] === 'tool') return [{ kind: 'result', text }];
      return [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...calls];
    }),
};

function chatReply({ text, call }: Step, number: number, body: Body): Reply {
  const calls =
    call === undefined
      ? undefined
      : [
          {
            index: 0,
            id: `call_${number}`,
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.args) },
          },
        ];
  const reason = calls === undefined ? 'stop' : 'tool_calls';
  const base = { id: `chat_${number}`, created: 1, model: body['model'] ?? 'scripted' };
  const message = {
    role: 'assistant',
    content: text ?? (calls === undefined ? 'Done.' : ''),
    tool_calls: calls,
  };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if (body['stream'] !== true) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return json({ ...base, object: 'chat.completion', choices, usage });
  }
  const chunk = (fields: Body) => ({ ...base, object: 'chat.completion.chunk', ...fields });
  return eventStream(
    [
      chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
      chunk({ choices: [], usage }),
    ],
    'data: [DONE]\n\n',
  );
}
