import type { ServerResponse } from 'node:http';
import { bodyOf, pathOf, startLocalServer } from './local-server.ts';

/**
 * A model server that plays a script: the Messages API on 127.0.0.1, streaming and not. Each lane answers the
 * requests of one thread (the main agent, a subagent), in order. Every request is kept for assertions.
 */

export interface ToolUse {
  tool: string;
  input: Record<string, unknown>;
}

/** One answer of the model: text, tool calls, or both. */
export interface Turn {
  text?: string;
  tools?: ToolUse[];
  /** Milliseconds before the answer. */
  delayMs?: number;
}

export interface Lane {
  name: string;
  /** Found in the thread's first user message; a lane without it takes what no other takes. */
  match?: RegExp;
  /** True where it also takes requests that offer no tools; those are otherwise the client's own, such as for a title. */
  withoutTools?: boolean;
  turns: Turn[];
}

interface RecordedRequest {
  lane: string;
  body: MessagesRequest;
}

interface ContentBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: string | ContentBlock[];
  is_error?: boolean;
}

export interface Message {
  role: string;
  content: string | ContentBlock[];
}

export interface MessagesRequest {
  model: string;
  stream?: boolean;
  system?: string | ContentBlock[];
  messages: Message[];
  tools?: { name: string }[];
}

export interface ModelServer {
  url: string;
  requests: RecordedRequest[];
  /** Requests of one lane, in order. */
  lane(name: string): MessagesRequest[];
  close(): Promise<void>;
}

/** An answer in words alone. */
export const say = (text: string): Turn => ({ text });

/** The tool call of a shell command. */
export const bash = (command: string): ToolUse => ({
  tool: 'Bash',
  input: { command, description: 'Run a command' },
});

/** All text of a message's content, tool results included. */
export function textOf(content: string | ContentBlock[] | undefined): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((block) => block.text ?? textOf(block.content)).join('\n');
}

const SUMMARY_WANTED = /summary of the (?:conversation|recent)|Respond with TEXT ONLY/i;
const SUMMARY =
  '<analysis>All was read.</analysis>\n<summary>The user asked for scripted work; it goes on.</summary>';

const USAGE = {
  input_tokens: 10,
  output_tokens: 5,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

export async function startModelServer(lanes: Lane[]): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const positions = new Map<string, number>();
  const serverId = Math.random().toString(36).slice(2, 8);
  let ids = 0;
  const nextId = (prefix: string) => {
    ids += 1;
    return `${prefix}_${serverId}${String(ids).padStart(6, '0')}`;
  };

  const answer = (body: MessagesRequest): { lane: string; turn: Turn } => {
    const users = body.messages.filter((message) => message.role === 'user');
    if (SUMMARY_WANTED.test(textOf(users.at(-1)?.content)))
      return { lane: 'compact', turn: { text: SUMMARY } };
    const first = textOf(users[0]?.content);
    const toolless = lanes.some((each) => each.withoutTools === true && each.match?.test(first));
    if (!body.tools?.length && !toolless) return { lane: 'aux', turn: { text: '{"title":"Scripted"}' } };
    const lane =
      lanes.find((each) => each.match?.test(first)) ?? lanes.find((each) => each.match === undefined);
    if (lane === undefined) return { lane: 'none', turn: { text: 'Done.' } };
    const position = positions.get(lane.name) ?? 0;
    positions.set(lane.name, position + 1);
    return { lane: lane.name, turn: lane.turns[position] ?? { text: 'Done.' } };
  };

  const blocksOf = (turn: Turn): ContentBlock[] => [
    ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
    ...(turn.tools ?? []).map(({ tool, input }) => ({
      type: 'tool_use',
      id: nextId('toolu'),
      name: tool,
      input,
    })),
  ];

  const server = await startLocalServer(async (request, response) => {
    const raw = (await bodyOf(request)).toString('utf8');
    const path = pathOf(request);
    if (path === '/v1/messages/count_tokens')
      return sendJson(response, 200, { input_tokens: Math.ceil(raw.length / 4) });
    if (path !== '/v1/messages') return sendJson(response, request.method === 'HEAD' ? 200 : 404, {});
    const body = JSON.parse(raw) as MessagesRequest;
    const { lane, turn } = answer(body);
    requests.push({ lane, body });
    if (turn.delayMs) await new Promise((resolve) => setTimeout(resolve, turn.delayMs));
    const message = {
      id: nextId('msg'),
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: blocksOf(turn),
      stop_reason: turn.tools?.length ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: USAGE,
    };
    if (body.stream) return sendStream(response, message);
    return sendJson(response, 200, message);
  });
  return {
    ...server,
    requests,
    lane: (name) => requests.filter((each) => each.lane === name).map((each) => each.body),
  };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** The message as server-sent events, each block in one delta. */
function sendStream(
  response: ServerResponse,
  message: Record<string, unknown> & { content: ContentBlock[] },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const { stop_reason, usage } = message;
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  message.content.forEach((block, index) => {
    const isText = block.type === 'text';
    send('content_block_start', {
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    });
    send('content_block_delta', {
      index,
      delta: isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    });
    send('content_block_stop', { index });
  });
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}
