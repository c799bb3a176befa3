import type { AgentInstaller, HookProgram } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { shellQuote } from '../shared/hook-command.ts';
import { ownFile } from '../shared/own-file.ts';
import { lastStoredInjection } from './last-injection.ts';
import { PLUGIN_MARK, pluginSource } from './plugin-source.ts';

/** Hooks of the plugin, by the plugin API's names. */
const EVENTS = ['event', 'chat.message', 'tool.execute.before', 'tool.execute.after'];

/** opencode has no command hooks: a plugin in its process asks the executable. */
export const opencodeInstaller: AgentInstaller = {
  id: 'opencode',
  programs: ['opencode'],
  files: (place) => {
    const path = `${placeFolder('opencode', place)}/plugins/lessons.js`;
    const file = ownFile(path, PLUGIN_MARK, (program) => pluginSource(commandOf(program)));
    return [{ ...file, runs: true, registered: registeredPlugin }];
  },
  events: EVENTS,
  notes: [
    'opencode loads plugins when it starts: restart the ones that are running. Its first start with a plugin fetches its own plugin package from npm.',
  ],
  trust: 'plugins run without a question',
  channel:
    'through a plugin in its process: context after the tool, with its result; holds and blocks before it; protocol and pitfalls beside the prompt',
  selfTest: (cwd, command) => {
    const base = { sessionID: 'lessons-doctor', directory: cwd };
    const call = { ...base, tool: 'bash', args: { command }, callID: 'call_doctor' };
    return {
      start: { ...base, hook: 'session.created' },
      call: [
        { ...call, hook: 'tool.execute.before' },
        { ...call, hook: 'tool.execute.after', output: 'done', metadata: { exit: 0 } },
      ],
    };
  },
  hookLine: null,
  lastStored: lastStoredInjection,
};

function commandOf({ executable, home }: HookProgram): string[] {
  return [executable, 'hook', 'opencode', ...(home === null ? [] : ['--home', home])];
}

function registeredPlugin(current: string): { events: string[]; command: string | null } {
  if (!current.includes(PLUGIN_MARK)) return { events: [], command: null };
  const list = /^const COMMAND = (\[.*\]);$/m.exec(current)?.[1];
  const words = list === undefined ? null : (JSON.parse(list) as string[]);
  const quoted = words?.map((word) => (/^[\w./@:+-]+$/.test(word) ? word : shellQuote(word)));
  return { events: EVENTS, command: quoted?.join(' ') ?? null };
}
