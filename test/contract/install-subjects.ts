/** An agent's files and events, as `lessons init` registers them. */
interface InstallSubject {
  agent: string;
  /** The user's file and the project's, below the home and the project. */
  user: string;
  project: string;
  events: string[];
  /** Text of a file that someone else has written, in the agent's own shape, with odd spacing; null where none can be. */
  foreign: string | null;
  /** Where the time-out stands and what it is, in the agent's own unit. */
  timeout: [field: string, value: number] | null;
}

const group = (event: string) =>
  `{\r\n\t"hooks": {"${event}": [ {"matcher": "x", "hooks": [{"type": "command", "command": "mine"}]} ]},\r\n\t"n": 12345678901234567890\r\n}\r\n`;
const plain = (event: string, field: string) =>
  `{ "version":1,\n   "hooks": { "${event}": [ { "${field}": "mine" } ] } }`;

/** Every agent that hooks are installed into. */
export const INSTALL_SUBJECTS: InstallSubject[] = [
  {
    agent: 'claude-code',
    user: '.claude/settings.json',
    project: '.claude/settings.json',
    events: [
      'SessionStart',
      'SubagentStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUseFailure',
      'SessionEnd',
    ],
    foreign: group('PreToolUse'),
    timeout: ['timeout', 2],
  },
  {
    agent: 'codex',
    user: '.codex/hooks.json',
    project: '.codex/hooks.json',
    events: ['SessionStart', 'SubagentStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionEnd'],
    foreign: group('PreToolUse'),
    timeout: ['timeout', 2],
  },
  {
    agent: 'gemini-cli',
    user: '.gemini/settings.json',
    project: '.gemini/settings.json',
    events: ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'SessionEnd'],
    foreign: group('BeforeTool'),
    timeout: ['timeout', 2000],
  },
  {
    agent: 'opencode',
    user: '.config/opencode/plugins/lessons.js',
    project: '.opencode/plugins/lessons.js',
    events: ['event', 'chat.message', 'tool.execute.before', 'tool.execute.after'],
    foreign: null,
    timeout: null,
  },
  {
    agent: 'copilot',
    user: '.copilot/hooks/lessons.json',
    project: '.github/hooks/lessons.json',
    events: [
      'sessionStart',
      'userPromptSubmitted',
      'subagentStart',
      'preToolUse',
      'postToolUse',
      'postToolUseFailure',
      'sessionEnd',
      'preCompact',
    ],
    foreign: plain('preToolUse', 'bash'),
    timeout: ['timeoutSec', 2],
  },
  {
    agent: 'cursor',
    user: '.cursor/hooks.json',
    project: '.cursor/hooks.json',
    events: [
      'sessionStart',
      'beforeSubmitPrompt',
      'preToolUse',
      'postToolUse',
      'postToolUseFailure',
      'sessionEnd',
    ],
    foreign: plain('preToolUse', 'command'),
    timeout: ['timeout', 2],
  },
  {
    agent: 'qwen-code',
    user: '.qwen/settings.json',
    project: '.qwen/settings.json',
    events: [
      'SessionStart',
      'SubagentStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'SessionEnd',
    ],
    foreign: group('PreToolUse'),
    timeout: ['timeout', 2000],
  },
];
