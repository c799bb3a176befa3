import type { AgentInstaller } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { nativeCommand } from '../shared/hook-command.ts';
import { dialectSelfTest, groupEntries, type HookEventSpec, SERVER_TOOLS } from '../shared/hook-entries.ts';
import { jsonHooksFile } from '../shared/json-hooks.ts';
import { codexHooks } from './asked-hooks.ts';

/** Seconds. */
const TIMEOUT_S = 2;
/** There is no tool for reading or searching: that is the shell, which shows what it printed. */
const EVENTS: HookEventSpec[] = [
  { event: 'SessionStart' },
  { event: 'SubagentStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: `^(Bash|apply_patch|view_image|${SERVER_TOOLS})$` },
  { event: 'PostToolUse', matcher: 'Bash|apply_patch' },
  // Codex warns of a longer one at each start.
  { event: 'SessionEnd', timeoutMax: 3 },
];

/** `hooks.json`, in Claude Code's form. What Codex trusts is kept in its own `config.toml`, which is never written to. */
export const codexInstaller: AgentInstaller = {
  id: 'codex',
  programs: ['codex'],
  files: (place) => [
    jsonHooksFile({
      agent: 'codex',
      path: `${placeFolder('codex', place)}/hooks.json`,
      entries: (program) =>
        groupEntries(EVENTS, {
          type: 'command',
          command: nativeCommand(program, 'codex'),
          timeout: TIMEOUT_S,
        }),
    }),
  ],
  events: EVENTS.map(({ event }) => event),
  notes: [
    'Codex runs new or changed hooks only after you have reviewed them: start codex, which asks you to (later: type /hooks). Until then codex exec skips them without a word.',
  ],
  trust: 'hooks run only after a review (/hooks in its terminal UI); unreviewed ones are skipped silently',
  channel:
    'context beside the result; holds and blocks before the call; pitfalls before the turn; known errors after it, failures only of patches, the rest by the scan',
  askHooks: codexHooks,
  plugins: (place) => ({
    path: `${placeFolder('codex', place)}/config.toml`,
    enablesOurs: (text) => /^\[plugins\.["']lessons@[^\n]*\][^[]*?^\s*enabled\s*=\s*true/m.test(text),
  }),
  unreadHooks:
    'they are switched off ([features] hooks = false in its config.toml), or the project is not trusted there',
  selfTest: (cwd, command) =>
    dialectSelfTest(cwd, command, { start: 'SessionStart', before: 'PreToolUse', tool: 'Bash' }),
  hookLine: /"role":"developer"|Command blocked by PreToolUse hook/,
};
