/**
 * Draws events of Claude Code's and Codex's transcripts for blind labelling, without the detector: failing results,
 * results not flagged as errors that read like one, user messages, and refusals and queued messages.
 *
 *   npm run bench -- sample-events DIR --seed 1 --labels F1,F2,… > drawn.jsonl
 *
 * `--labels` names the labels that exist: neither their events nor what lies next to them is drawn. Each line is a label
 * without its verdict. The sample depends on the transcripts, the labels and the seed alone.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hash64 } from '../src/text/hash.ts';

/** What is looked at of a line and of the blocks in it. */
type Json = Partial<
  Record<
    | 'attachment'
    | 'call_id'
    | 'content'
    | 'file'
    | 'id'
    | 'is_error'
    | 'isMeta'
    | 'isSidechain'
    | 'line'
    | 'message'
    | 'name'
    | 'output'
    | 'payload'
    | 'prompt'
    | 'text'
    | 'tool_use_id'
    | 'type'
    | 'uuid',
    unknown
  >
>;
type Kind = 'fail' | 'hidden' | 'user' | 'steer';
type Drawn = {
  file: string;
  line: number;
  uuid?: string | undefined;
  tool_use_id?: string;
  event: 'result' | 'user';
  is_error_flag?: boolean;
  kind: Kind;
};

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: npm run bench -- sample-events DIR --seed N --labels F1,F2');
const option = (name: string) => flags[flags.indexOf(name) + 1] ?? '';
const seed = flags.includes('--seed') ? option('--seed') : '1';
const labelled = flags.includes('--labels') ? option('--labels').split(',') : [];

/** How many of a kind to draw, by agent: the mix of the hand labels, 70% Claude Code. */
const WANTED: Record<string, Record<Kind, number>> = {
  claude: { fail: 70, hidden: 16, user: 22, steer: 14 },
  codex: { fail: 30, hidden: 6, user: 6, steer: 0 },
};
const PER_FILE = 3;
/** Lines around a label that may belong to its episode. */
const NEAR = 8;
const COMPLAINT =
  /command not found|no such file|not found: |illegal option|unknown (?:flag|option|command)|no matches found|unrecognized|usage:|cannot |Traceback|panic:|fatal:|error:/i;
const LOOKED_AT = 160;
const LOOKS_ONLY = new Set([
  'Read',
  'Grep',
  'Glob',
  'LS',
  'WebFetch',
  'WebSearch',
  'Task',
  'Agent',
  'TodoWrite',
]);
const REFUSED = /user said|doesn't want to proceed|doesn't want to take/;
const CODEX_CODE = /(?:exited with code|exit_code\\?":|Exit code:?)\s*(-?\d+)/;
/** Openings of user lines that no user typed. */
const INJECTED = /^(?:<|Base directory|This session is|Caveat|\[Request interrupted)/;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((block) => block.text ?? '')
        .join(' ');
const complains = (text: string) => COMPLAINT.test(`${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`);

function filesUnder(path: string): string[] {
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const child = join(path, name);
      return statSync(child).isDirectory() ? filesUnder(child) : child.endsWith('.jsonl') ? [child] : [];
    });
}

/** Tool names by call, so that what was only read is not taken for a failure. */
const toolOf = new Map<string, string>();

function claudeEvents(record: Json): Omit<Drawn, 'file' | 'line'>[] {
  const uuid = record.uuid as string | undefined;
  const attachment = isJson(record.attachment) ? record.attachment : {};
  if (attachment.type === 'queued_command' && !INJECTED.test(textOf(attachment.prompt)))
    return [{ uuid, event: 'user', kind: 'steer' }];
  if (!isJson(record.message)) return [];
  const { content } = record.message;
  if (record.type === 'assistant')
    for (const block of list(content))
      if (block.type === 'tool_use') toolOf.set(String(block.id), String(block.name));
  if (record.type !== 'user' || record.isMeta) return [];
  const said =
    typeof content === 'string' ? content : textOf(list(content).filter(({ type }) => type === 'text'));
  const results = list(content).filter(({ type }) => type === 'tool_result');
  if (results.length === 0)
    return said && !record.isSidechain && !INJECTED.test(said) ? [{ uuid, event: 'user', kind: 'user' }] : [];
  return results.flatMap((block): Omit<Drawn, 'file' | 'line'>[] => {
    const id = String(block.tool_use_id);
    const text = textOf(block.content);
    const event = { uuid, tool_use_id: id, event: 'result' as const, is_error_flag: block.is_error === true };
    if (block.is_error) return [{ ...event, kind: REFUSED.test(text) ? 'steer' : 'fail' }];
    return complains(text) && !LOOKS_ONLY.has(toolOf.get(id) ?? '') ? [{ ...event, kind: 'hidden' }] : [];
  });
}

function codexEvents(record: Json): Omit<Drawn, 'file' | 'line'>[] {
  const payload = isJson(record.payload) ? record.payload : {};
  if (payload.type === 'user_message')
    return INJECTED.test(String(payload.message)) ? [] : [{ event: 'user', kind: 'user' }];
  if (payload.type !== 'function_call_output' && payload.type !== 'custom_tool_call_output') return [];
  const text = typeof payload.output === 'string' ? payload.output : JSON.stringify(payload.output);
  const failed = (CODEX_CODE.exec(text)?.[1] ?? '0') !== '0' || text.includes('verification failed');
  const event = { tool_use_id: String(payload.call_id), event: 'result' as const, is_error_flag: failed };
  if (failed) return [{ ...event, kind: 'fail' }];
  return complains(text) ? [{ ...event, kind: 'hidden' }] : [];
}

function parsed(line: string): Json {
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : {};
  } catch {
    return {};
  }
}

const known = labelled.flatMap((path) => readFileSync(path, 'utf8').trim().split('\n').map(parsed));
const knownIds = new Set(known.flatMap(({ tool_use_id, uuid }) => [tool_use_id, uuid].filter(Boolean)));
const linesOf = Map.groupBy(known, ({ file }) => file);
const isNear = (file: string, line: number) =>
  (linesOf.get(file) ?? []).some((label) => Math.abs(Number(label.line) - line) <= NEAR);

/** Everything that may be drawn, copies in resumed sessions left out. */
function poolOf(agent: string): Drawn[] {
  const seen = new Set<string>();
  return filesUnder(join(folder!, agent)).flatMap((path) => {
    const file = relative(folder!, path);
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const record = parsed(text);
        const events = agent === 'claude' ? claudeEvents(record) : codexEvents(record);
        return events.map((event) => ({ file, line: index + 1, ...event }));
      })
      .filter((event) => {
        const id = event.tool_use_id ?? event.uuid ?? `${file}:${event.line}`;
        const isNew = !seen.has(id);
        seen.add(id);
        return isNew && !knownIds.has(id) && !knownIds.has(event.uuid) && !isNear(file, event.line);
      });
  });
}

const keyOf = (event: Drawn) =>
  hash64(`${seed}\n${event.tool_use_id ?? event.uuid ?? `${event.file}:${event.line}`}`);
const perFile = new Map<string, number>();
for (const [agent, wanted] of Object.entries(WANTED)) {
  const left = { ...wanted };
  for (const event of poolOf(agent).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const drawn = perFile.get(event.file) ?? 0;
    if (left[event.kind] === 0 || drawn >= PER_FILE) continue;
    left[event.kind]--;
    perFile.set(event.file, drawn + 1);
    console.log(JSON.stringify(event));
  }
}
