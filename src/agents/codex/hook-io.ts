import type { HookIo } from '../adapter.ts';
import { decodeClaudeEvent, encodeClaudeAnswer } from '../claude-code/hook-io.ts';
import { decodeNamed, outputText } from '../shared/hook-io-payload.ts';

/** Names in the log, and of the hook: there the model's `exec_command` and `shell` are `Bash` already. */
export const CODEX_TOOLS: Record<string, string> = {
  shell: 'Bash',
  shell_command: 'Bash',
  exec_command: 'Bash',
  write_stdin: 'Bash',
  local_shell: 'Bash',
  'container.exec': 'Bash',
  unified_exec: 'Bash',
  apply_patch: 'Edit',
  view_image: 'Read',
  read_file: 'Read',
  list_dir: 'LS',
  grep_files: 'Grep',
  spawn_agent: 'Agent',
  collaborationspawn_agent: 'Agent',
  web_search: 'WebSearch',
};
const FAILED_PATCH = /^Exit code: [1-9]/;

/**
 * Codex (0.171): Claude Code's dialect, but an unknown key or an answer at an event that takes none voids the whole
 * output. There is no failure event; a shell call shows what it printed, not how it ended, a failing patch says so.
 */
export const codexHookIo: HookIo = {
  agent: 'codex',
  memory: {
    compaction: '"type":"compacted"',
    rewound: /_[\w-]{36}\.jsonl$/,
    parent: /"forked_from_id":"([^"]+)"/,
  },
  unseen: (_env, head) => head().includes('"source":"exec"'),

  decode: (payload) =>
    decodeNamed(payload, (wire, eventName) => {
      if (eventName !== 'PostToolUse') return decodeClaudeEvent(wire, eventName, CODEX_TOOLS);
      const before = decodeClaudeEvent(wire, 'PreToolUse', CODEX_TOOLS);
      const error = outputText(wire['tool_response']);
      if (before?.kind !== 'before-tool') return null;
      const unsure = !FAILED_PATCH.test(error);
      if (unsure && before.call.tool !== 'Bash') return null;
      return { ...before, kind: 'tool-failed', base: { ...before.base, eventName }, error, unsure };
    }),

  encode: encodeClaudeAnswer,
};
