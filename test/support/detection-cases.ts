import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Mini-sessions written by hand, in `test/fixtures/detection/*.txt`:
 *
 *     = M name            a mistake; = N nothing to learn
 *     $ command           `$* command` is the labelled call, else the first failing one; `$R` is refused by the user
 *     ! 2                 its exit code, where it failed
 *     output…
 *     @Tool {"json":1}    another tool (`@*Tool` is the labelled call);  R> feedback  the user's words in a refusal
 *     A> words            the assistant;  U> the user, `U*>` where these words are the correction
 *     Q> words            the user while the agent works; in all words `\\n` is a new line
 *     S> word; word       what the summary has to name;  T> call | path | error | any  where a trigger has to match
 *     F> word; not word   what the fix has to hold, and what it must not
 */
export interface DetectionCase {
  name: string;
  mistake: boolean;
  steps: Step[];
  names: string[];
  fix: string[];
  trigger: string;
}

export interface Step {
  kind: 'call' | 'user' | 'queued' | 'assistant';
  tool: string;
  input: Record<string, unknown>;
  text: string;
  exit: number;
  refused: boolean;
  labelled: boolean;
}

/** A session in an agent's format; `line` (1-based) and `callId` name the labelled step. */
export interface WrittenSession {
  text: string;
  line: number | null;
  callId: string | null;
}

export const step = (part: Partial<Step> & Pick<Step, 'kind'>): Step => ({
  tool: '',
  input: {},
  text: '',
  exit: 0,
  refused: false,
  labelled: false,
  ...part,
});

function readStep(line: string): Step | null {
  const shell = /^\$([*R]?) (.*)$/.exec(line);
  if (shell)
    return step({
      kind: 'call',
      tool: 'Bash',
      input: { command: shell[2]! },
      refused: shell[1] === 'R',
      labelled: shell[1] === '*',
    });
  const tool = /^@(\*?)(\w+) (\{.*\})$/.exec(line);
  if (tool)
    return step({
      kind: 'call',
      tool: tool[2]!,
      input: JSON.parse(tool[3]!) as Record<string, unknown>,
      labelled: tool[1] === '*',
    });
  const words = /^([AUQ])(\*?)> (.*)$/.exec(line);
  if (!words) return null;
  return step({
    kind: words[1] === 'A' ? 'assistant' : words[1] === 'Q' ? 'queued' : 'user',
    text: words[3]!.replaceAll('\\n', '\n'),
    labelled: words[2] === '*',
  });
}

const FOLDER = fileURLToPath(new URL('../fixtures/detection', import.meta.url));

/** Fixtures whose cases are each written in one agent's own tools, which the name of the case opens with. */
export const nativeFixtures = ['rollouts', 'trajectories', 'abroad'];

/** All others: their cases can be written in every agent's format. */
export const sharedFixtures = readdirSync(FOLDER)
  .map((file) => file.replace(/\.txt$/, ''))
  .filter((name) => !nativeFixtures.includes(name))
  .sort();

/** The cases of a fixture, by its name. */
export function detectionCases(name: string): DetectionCase[] {
  const path = join(FOLDER, `${name}.txt`);
  const cases: DetectionCase[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const head = /^= ([MN]) (.*)$/.exec(line);
    if (head) {
      cases.push({ name: head[2]!, mistake: head[1] === 'M', steps: [], names: [], fix: [], trigger: '' });
      continue;
    }
    const current = cases.at(-1)!;
    const { steps } = current;
    const wanted = /^([STF])> (.*)$/.exec(line);
    if (wanted) {
      if (steps.length > 0)
        throw new Error(`${name}, ${current.name}: ${line} belongs before the first step`);
      if (wanted[1] === 'S') current.names = wanted[2]!.split('; ');
      else if (wanted[1] === 'F') current.fix = wanted[2]!.split('; ');
      else current.trigger = wanted[2]!;
      continue;
    }
    const next = readStep(line);
    const last = steps.at(-1);
    if (next && !line.startsWith('$ yarn run [')) steps.push(next);
    else if (last?.kind === 'call') {
      const exit = /^! (\d+)$/.exec(line);
      const feedback = /^R> (.*)$/.exec(line);
      if (exit && last.text === '') last.exit = Number(exit[1]);
      else if (feedback) Object.assign(last, { refused: true, labelled: true, text: feedback[1]! });
      else last.text += `${line}\n`;
    }
  }
  for (const each of cases) {
    for (const one of each.steps) one.text = one.text.trimEnd();
    if (each.mistake && !each.steps.some((one) => one.labelled))
      (each.steps.find((one) => one.exit !== 0) ??
        each.steps.find((one) => one.kind === 'assistant') ??
        each.steps[0])!.labelled = true;
  }
  return cases;
}

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

/** The session as Claude Code writes it, one JSON a line; `labelled` is the line or call of the mistake. */
export function claudeSession(each: DetectionCase, seed: number): WrittenSession {
  const lines: string[] = [];
  const found = { line: null as number | null, callId: null as string | null };
  const push = (type: string, message: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const at = lines.length;
    lines.push(
      JSON.stringify({
        type,
        uuid: `00000000-0000-4000-8000-${String(seed * 1000 + at).padStart(12, '0')}`,
        parentUuid: null,
        sessionId: `10000000-0000-4000-8000-${String(seed).padStart(12, '0')}`,
        cwd: '/home/u/proj',
        timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at * 7)).toISOString(),
        version: '2.1.100',
        isSidechain: false,
        userType: 'external',
        message,
        ...more,
      }),
    );
  };
  const assistant = (content: Record<string, unknown>) =>
    push('assistant', {
      id: `msg_${seed}_${lines.length}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [content],
    });
  push('user', { role: 'user', content: 'Please work on the task in TODO.md.' });
  for (const one of each.steps) {
    if (one.kind === 'user') push('user', { role: 'user', content: one.text });
    else if (one.kind === 'queued')
      push('attachment', {}, { attachment: { type: 'queued_command', prompt: one.text } });
    else if (one.kind === 'assistant') assistant({ type: 'text', text: one.text });
    else {
      const id = `toolu_${String(seed * 1000 + lines.length).padStart(20, '0')}`;
      assistant({ type: 'tool_use', id, name: one.tool, input: one.input });
      const failed = one.exit !== 0 || one.refused;
      const said = one.text
        ? ` To tell you how to proceed, the user said:\n${one.text}`
        : ' STOP what you are doing and wait for the user to tell you how to proceed.';
      const content = one.refused
        ? REFUSED + said
        : one.exit !== 0 && one.tool === 'Bash' && !/^(?:<|\[Req|Command timed)/.test(one.text)
          ? `Exit code ${one.exit}\n${one.text}`
          : one.text;
      push(
        'user',
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: id,
              content,
              ...(failed ? { is_error: true } : one.tool === 'Bash' ? { is_error: false } : {}),
            },
          ],
        },
        { toolUseResult: failed ? `Error: ${content}` : { stdout: content, stderr: '' } },
      );
      if (one.labelled) found.callId = id;
    }
    if (one.labelled) found.line = lines.length;
  }
  assistant({ type: 'text', text: 'That part is finished.' });
  return { text: `${lines.join('\n')}\n`, ...found };
}
