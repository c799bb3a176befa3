/** Plain constants shared by every layer. This file imports nothing, so that the hook may use it. */

/** Steps of a lesson's life; `review/state-machine.ts` says which follows which. */
export const LESSON_STATUSES = ['candidate', 'reviewed', 'active', 'archived'] as const;
/** What happens at a call that a lesson matches: it is told beside the result, or the call is denied once, or always. */
export const DELIVERIES = ['context', 'hold', 'block'] as const;
/** Hook events at which a lesson may be told, by the names of Claude Code. */
export const INJECT_EVENTS = [
  'PreToolUse',
  'SessionStart',
  'SubagentStart',
  'UserPromptSubmit',
  'PostToolUseFailure',
] as const;
/** Where a lesson comes from: a `#lesson` tag, the detector, the hooks' log of failures, a `/lesson` writ, a human, a pack, another file. */
export const LESSON_SOURCES = [
  'structured',
  'heuristic',
  'failure-log',
  'writ',
  'manual',
  'pack',
  'import',
] as const;
/** Agents whose transcripts are read; all but `swe-agent` have hooks. */
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

/** Why the detector takes something for a mistake. */
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

/** What the failure hook sorts a failing call under. */
export const FAILURE_CATEGORIES = ['action_error', 'syntax_error', 'path_error', 'permission_error'] as const;

/** Outcome of one injection, as judged from the transcript that follows it. */
export const OUTCOMES = ['prevented', 'ignored', 'irrelevant', 'unknown'] as const;

/** Format of the manifest file; one of another number is compiled anew. */
export const MANIFEST_FORMAT = 5;
/** Newest version of a pack that can be read. */
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

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** Longest summary, in characters. */
export const SUMMARY_CHARS_MAX = 80;
/** Longest signature of a `/lesson` writ, in characters. */
export const SIGNATURE_CHARS_MAX = 200;
/** Longest mistake, fix or reason of a lesson, in characters. */
export const TEXT_CHARS_MAX = 4096;
/** Shortest mistake and fix of a `#lesson` tag, in characters. */
export const CLAUSE_CHARS_MIN = 20;

/** Text per simple command that a pattern is run against; the rest is cut. */
export const PATTERN_TEXT_BYTES_MAX = 8192;
/** Bytes of a hook's payload; a larger one is answered with nothing. */
export const STDIN_BYTES_MAX = 16 * 1024 * 1024;
/** Milliseconds of processor time that a hook may work, counted from its first line. */
export const HOOK_DEADLINE_MS = 150;
/** Inputs that one lesson holds in a session; it is context from then on. */
export const HOLDS_PER_LESSON_MAX = 3;
/** Lessons whose pattern requires neither a word nor a part of one, so that every call tries them; further ones do not act at calls. */
export const ALWAYS_LIST_MAX = 20;
/** Lessons whose pattern requires but a part of a word, which every call is searched for; further ones do not act at calls. */
export const PARTS_LIST_MAX = 500;
/** Characters of a command that a reason shows for `{command}`. */
export const BLOCK_COMMAND_CHARS_MAX = 120;
/** Past good calls that a trigger may match and still act at calls. */
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
