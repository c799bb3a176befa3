/** Random hook payloads for the fuzzer: real shapes, then damaged. Everything follows from the seed. */

import type { Random } from '../support/random.ts';

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

const COMMANDS = [
  'ls -la',
  'git push --force origin main',
  'npm publish',
  'dropdb shop && echo done',
  "bash -c 'git push --force'",
  'cat <<EOF\ngit push --force\nEOF',
  'for i in 1 2 3; do npm publish; done',
  'echo "$(dropdb x)"',
  '"""unterminated \\',
  '$((((((((((',
  '\u0000\u0001\ud800',
  'a && '.repeat(200),
  '(((('.repeat(500),
  "'".repeat(999),
  'x'.repeat(20000),
];
const ODD: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  [],
  {},
  [[]],
  { a: { b: {} } },
  true,
  '\ud800',
  '🙂'.repeat(50),
];
const SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork', ''];
const PROMPTS = [
  '',
  'git push',
  '/lessons:review',
  'allow ABCDEF',
  '<task-notification>x',
  'Deploy kubernetes with docker and npm',
  'ünïcödé 检查',
];

function toolInput(random: Random): Record<string, unknown> {
  return pick(random, [
    () => ({ command: pick(random, COMMANDS), description: 'd' }),
    () => ({
      file_path: `/home/dev/p/${pick(random, ['a.ts', '../../etc/passwd', '\u0000', 'a'.repeat(5000)])}`,
      old_string: 'a',
      new_string: pick(random, COMMANDS),
    }),
    () => ({ pattern: pick(random, ['**/*', '[', '(((']), path: '/x' }),
    () => ({ edits: [{ new_string: 'x' }, null, 5] }),
    () => Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, pick(random, ODD)])),
  ])();
}

/** A payload of any event of Claude Code, well formed. */
function randomPayload(random: Random, number: number): Record<string, unknown> {
  const event = pick(random, [
    'PreToolUse',
    'PreToolUse',
    'PreToolUse',
    'PostToolUseFailure',
    'UserPromptSubmit',
    'SessionStart',
    'SubagentStart',
    'SessionEnd',
    'Stop',
    'Nonsense',
  ]);
  const base = {
    session_id: `fuzz-${Math.floor(random() * 400)}`,
    transcript_path: '/home/dev/t.jsonl',
    cwd: pick(random, ['/home/dev/p', '/', '', 'relative', 'C:\\x', '/a/'.repeat(500)]),
    hook_event_name: event,
    ...(random() < 0.3 ? { agent_id: pick(random, ['a1', '../../x', 'ü']) } : {}),
    ...(random() < 0.5 ? { prompt_id: `p${number % 50}` } : {}),
  };
  if (event === 'UserPromptSubmit') return { ...base, prompt: pick(random, PROMPTS) };
  if (event === 'SessionStart') return { ...base, source: pick(random, SOURCES) };
  if (event !== 'PreToolUse' && event !== 'PostToolUseFailure') return base;
  return {
    ...base,
    tool_name: pick(random, [
      'Bash',
      'Bash',
      'Read',
      'Edit',
      'Write',
      'Glob',
      'Task',
      'mcp__x__y',
      '',
      '__proto__',
    ]),
    tool_input: toolInput(random),
    tool_use_id: `toolu_${number}`,
    ...(event === 'PostToolUseFailure'
      ? {
          error: pick(random, ['Exit code 1\nEADDRINUSE', '', 'x'.repeat(9000), '\ud800']),
          is_interrupt: false,
        }
      : {}),
  };
}

/** The payload as bytes, damaged in one of several ways, or not at all. */
export function mutatedBytes(random: Random, number: number): Uint8Array {
  const payload = randomPayload(random, number);
  if (random() < 0.5) {
    const keys = Object.keys(payload);
    for (let changes = 0; changes < 1 + random() * 3; changes += 1)
      payload[pick(random, keys)] = pick(random, ODD);
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(payload)}\n`);
  const kind = random();
  if (kind < 0.6) return bytes;
  if (kind < 0.7) return bytes.subarray(0, Math.floor(random() * bytes.length));
  if (kind < 0.8) {
    for (let flips = 0; flips < 1 + random() * 8; flips += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes;
  }
  if (kind < 0.85) return new Uint8Array(Math.floor(random() * 300)).map(() => Math.floor(random() * 256));
  if (kind < 0.9) return new TextEncoder().encode(`\ufeff${JSON.stringify(payload)}`);
  if (kind < 0.95)
    return new TextEncoder().encode(`${JSON.stringify(payload)}\n${JSON.stringify(payload)}\n`);
  return new TextEncoder().encode(JSON.stringify([payload]));
}

/** What is wrong with an answer of the hook for Claude Code, or null: it must be empty or one object the client takes. */
export function answerProblem(text: string): string | null {
  if (text === '') return null;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch {
    return `not JSON: ${text.slice(0, 200)}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const unknown = Object.keys(value).filter((key) => key !== 'systemMessage' && key !== 'hookSpecificOutput');
  if (unknown.length > 0) return `unknown keys: ${unknown}`;
  const output = value['hookSpecificOutput'] as Record<string, unknown> | undefined;
  if (output === undefined) return typeof value['systemMessage'] === 'string' ? null : 'an empty answer';
  if (typeof output['hookEventName'] !== 'string') return 'no event name';
  const context = output['additionalContext'];
  if (context !== undefined && (typeof context !== 'string' || context === '' || context.length >= 10_000))
    return `context of ${String(context).length} characters`;
  const decision = output['permissionDecision'];
  if (decision === undefined) return context === undefined ? 'neither context nor decision' : null;
  if (decision !== 'deny' || output['hookEventName'] !== 'PreToolUse') return `decision ${decision}`;
  return typeof output['permissionDecisionReason'] === 'string' ? null : 'a denial without a reason';
}
