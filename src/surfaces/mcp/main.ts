import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { nounFor } from '../../model/counted.ts';
import { firstProblem, plainIssue } from '../../model/plain-issue.ts';
import { callerOverMcp } from '../../operations/actor.ts';
import { makeContext } from '../../operations/context.ts';
import { operationEntries } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { asAppError } from '../../platform/errors.ts';
import { printableDeep } from '../../platform/printable.ts';
import { readOnlyFiles } from '../../platform/read-named.ts';
import { VERSION } from '../../platform/version.ts';

/** Groups that an agent may call; setting up agents and the machine is left to a human's shell. */
const OFFERED = new Set(['Capture', 'Review', 'Compile and inject', 'Learn']);

/** `lesson.promote` → `lesson_promote`. */
function toolName(operation: string): string {
  return operation.replaceAll('.', '_').replaceAll('-', '_');
}

async function offeredOperations(): Promise<Operation[]> {
  const entries = operationEntries.filter((entry) => OFFERED.has(entry.group) && entry.humanOnly !== true);
  return Promise.all(entries.map((entry) => entry.load()));
}

function describe(operation: Operation): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  for (const field of operation.shellOnly ?? []) delete schema.properties?.[field];
  return {
    name: toolName(operation.name),
    description: operation.docs,
    inputSchema: { ...schema, type: 'object', additionalProperties: false } as Tool['inputSchema'],
    annotations: { readOnlyHint: operation.readOnly, openWorldHint: false },
  };
}

/** An error quotes what it was given, which may be of any length. */
const ERROR_CHARS_MAX = 1000;

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: text.slice(0, ERROR_CHARS_MAX) }] };
}

/** Why an argument is not taken, or null: passed over, one that is misspelt would be answered as if it had been heard. */
function refusalOf({ input, shellOnly = [] }: Operation, name: string): string | null {
  if (shellOnly.includes(name)) return `${name}: only a command line takes it`;
  if (Object.hasOwn(input.shape, name)) return null;
  const known = Object.keys(input.shape).filter((field) => !shellOnly.includes(field));
  return `${name}: there is no such argument; there ${nounFor(known.length, 'is', 'are')} ${known.join(', ') || 'none'}`;
}

/** Runs one operation; what goes wrong becomes the tool's error, one line. */
async function call(operation: Operation, input: object): Promise<CallToolResult> {
  const [refused] = Object.keys(input).flatMap((name) => refusalOf(operation, name) ?? []);
  if (refused !== undefined) return failed(refused);
  const parsed = operation.input.safeParse(input, { error: plainIssue });
  if (!parsed.success) return failed(firstProblem(parsed.error, 'input'));
  const warnings: string[] = [];
  const context = makeContext({
    actor: callerOverMcp(process.env),
    warn: (line) => warnings.push(line),
  });
  try {
    const output: unknown = await operation.run(context, parsed.data);
    const content = [{ type: 'text' as const, text: JSON.stringify(printableDeep(output ?? null)) }];
    return { content: [...content, ...warnings.map((text) => ({ type: 'text' as const, text }))] };
  } catch (error) {
    return failed(asAppError(error).inFull);
  } finally {
    await context.close();
  }
}

/**
 * Serves the operations as tools over stdio (Model Context Protocol) until standard input ends and what was asked is
 * answered.
 * What an agent may activate is decided by the operations, as on the command line.
 */
export async function runMcp(): Promise<void> {
  readOnlyFiles();
  const operations = new Map(
    (await offeredOperations()).map((operation) => [toolName(operation.name), operation]),
  );
  const server = new Server({ name: 'lessons-learned', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...operations.values()].map(describe) }));
  const running = new Set<Promise<CallToolResult>>();
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const operation = operations.get(request.params.name);
    if (operation === undefined) return failed(`no tool ${JSON.stringify(request.params.name)}`);
    const answer = call(operation, request.params.arguments ?? {});
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.on('end', resolve);
  });
  // A client that has gone needs no answer, and no report of that.
  process.stdout.on('error', () => process.exit(0));
  await server.connect(new StdioServerTransport());
  await ended;
  await Promise.allSettled(running);
  // The last answer is written in the turn after the one in which its call has ended.
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
}
