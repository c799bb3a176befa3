/** Plain constants shared by every layer. This file imports nothing, so that the hook may use it. */

export const LESSON_STATUSES = ['candidate', 'reviewed', 'active', 'archived'] as const;
export const DELIVERIES = ['context', 'hold', 'block'] as const;
export const INJECT_EVENTS = [
  'PreToolUse',
  'SessionStart',
  'SubagentStart',
  'UserPromptSubmit',
  'PostToolUseFailure',
] as const;
export const LESSON_SOURCES = [
  'structured',
  'heuristic',
  'failure-log',
  'writ',
  'manual',
  'pack',
  'import',
] as const;
export const AGENT_IDS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'copilot',
  'cursor',
  'qwen-code',
  'swe-agent',
] as const;

/** Tool names that triggers are written in; each agent's own names are mapped to these. */
export const CANONICAL_TOOLS = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Glob',
  'Grep',
  'LS',
  'Agent',
  'WebFetch',
  'WebSearch',
] as const;

/** Tools that tell how a shell in the background is doing, by the agent's own names. */
export const SHELL_REPORT_TOOLS: readonly string[] = [
  'BashOutput',
  'TaskOutput',
  'read_bash',
  'read_powershell',
];

export const SIGNALS = [
  'error-correction',
  'user-correction',
  'retry-loop',
  'hang',
  'self-diagnosis',
  'data-loss',
  'self-report',
  'user-rule',
] as const;

export const FAILURE_CATEGORIES = ['action_error', 'syntax_error', 'path_error', 'permission_error'] as const;

/** Outcome of one injection, as judged from the transcript that follows it. */
export const OUTCOMES = ['prevented', 'ignored', 'irrelevant', 'unknown'] as const;

export const MANIFEST_FORMAT = 4;
export const PACK_VERSION = 1;

/** Fields of a lesson that are lists and can be edited. */
export const LESSON_LISTS = [
  'injectOn',
  'toolNames',
  'commandPatterns',
  'pathPatterns',
  'contentPatterns',
  'errorPatterns',
  'tags',
] as const;

export const SUMMARY_CHARS_MAX = 80;
export const SIGNATURE_CHARS_MAX = 200;
export const TEXT_CHARS_MAX = 4096;
export const CLAUSE_CHARS_MIN = 20;

/** Text per simple command that a pattern is run against; the rest is cut. */
export const PATTERN_TEXT_BYTES_MAX = 8192;
export const STDIN_BYTES_MAX = 16 * 1024 * 1024;
export const HOOK_DEADLINE_MS = 150;
export const HOLDS_PER_LESSON_MAX = 3;
export const ALWAYS_LIST_MAX = 20;
export const BLOCK_COMMAND_CHARS_MAX = 120;
export const GOOD_MATCHES_MAX = 3;

/** Marks that the scanner recognises as our own text wherever they come back. */
export const INJECTION_HEADER = '[lessons-learned]';
export const INJECTION_META_OPEN = '<!-- lessonInjection: ';
export const INJECTION_META_CLOSE = ' -->';
export const PITFALLS_OPEN = '[KNOWN PITFALLS — your prior lessons]';
export const PITFALLS_CLOSE = '[END KNOWN PITFALLS]';
export const LOOP_OPEN = '[LOOP DETECTED]';
export const LOOP_CLOSE = '[END LOOP DETECTED]';
export const PROTOCOL_OPEN = '[lessons-learned protocol v1]';
export const PROTOCOL_CLOSE = '[end of lessons-learned protocol]';
export const TAG_OPEN = '#lesson';
export const TAG_CLOSE = '#/lesson';
/** First words of a headless run of our own curator: that session is never captured. */
export const CURATOR_MARK = '[lessons-learned curator]';

/** How bad a mistake is, worst first. */
export const SEVERITIES = ['data-loss', 'hang', 'silent', 'notable', 'friction', 'cosmetic'] as const;
