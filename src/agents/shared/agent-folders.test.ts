import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { AgentId } from '../../model/episode.ts';
import { agentSpec } from '../index.ts';
import { agentInstallers } from '../installers.ts';
import { agentFolder, configuredAgents } from './agent-folders.ts';

const HOME = '/home/dev';

/** An agent, what moves it, where its hooks go then, and where its first transcripts lie. */
const MOVED: [agent: AgentId, env: Record<string, string>, file: string, transcripts: string][] = [
  ['claude-code', { CLAUDE_CONFIG_DIR: '/x/claude' }, '/x/claude/settings.json', '/x/claude/projects'],
  ['codex', { CODEX_HOME: '/x/codex' }, '/x/codex/hooks.json', '/x/codex/sessions'],
  ['gemini-cli', { GEMINI_CLI_HOME: '/x' }, '/x/.gemini/settings.json', '/x/.gemini/tmp'],
  ['copilot', { COPILOT_HOME: '/x/copilot' }, '/x/copilot/hooks/lessons.json', '/x/copilot/session-state'],
  ['qwen-code', { QWEN_HOME: '/x/qwen' }, '/x/qwen/settings.json', '/x/qwen/projects'],
  ['qwen-code', { QWEN_HOME: '~/qwen' }, `${HOME}/qwen/settings.json`, `${HOME}/qwen/projects`],
  ['qwen-code', { QWEN_RUNTIME_DIR: '/x/run' }, `${HOME}/.qwen/settings.json`, '/x/run/projects'],
  [
    'opencode',
    { XDG_CONFIG_HOME: '/x/config', XDG_DATA_HOME: '/x/data' },
    '/x/config/opencode/plugins/lessons.js',
    '/x/data/opencode/opencode.db',
  ],
  ['opencode', { OPENCODE_DB: '/x/work.db' }, `${HOME}/.config/opencode/plugins/lessons.js`, '/x/work.db'],
  [
    'opencode',
    { OPENCODE_DB: 'work.db' },
    `${HOME}/.config/opencode/plugins/lessons.js`,
    `${HOME}/.local/share/opencode/work.db`,
  ],
];

describe('where an agent’s folders are', () => {
  test.each(MOVED)('%s with %j', (agent, moved, file, transcripts) => {
    const env = { HOME, ...moved };
    const installer = agentInstallers.find(({ id }) => id === agent)!;
    expect(join(installer.files({ scope: 'user', env, project: '/p' })[0]!.path)).toBe(join(file));
    expect(agentSpec(agent)!.transcriptRoots(env)[0]).toBe(join(transcripts));
  });

  test('every agent that hooks are installed into has one, below the home folder', () => {
    expect(configuredAgents.toSorted()).toEqual(agentInstallers.map(({ id }) => id).toSorted());
    for (const agent of configuredAgents) expect(agentFolder(agent, { HOME })).toStartWith(join(HOME, '.'));
  });
});
