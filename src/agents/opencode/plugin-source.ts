import { PROTOCOL_OPEN } from '../../model/constants.ts';
import { timesAsLong } from '../shared/hook-entries.ts';

/** By this line `init` knows the file as its own. */
export const PLUGIN_MARK = '// lessons-learned: written by `lessons init --agent opencode`';

/** Milliseconds after which the plugin goes on without an answer at a call. */
const TIMEOUT_MS = 2000;

/**
 * The plugin that opencode loads: it forwards its hooks to `lessons hook opencode`, one JSON object each, and does what
 * the answer says. It fails open: without an answer in time the agent goes on as if there were no plugin.
 * @param command the executable and its arguments
 */
export function pluginSource(command: readonly string[]): string {
  return `${PLUGIN_MARK}, removed by \`lessons init --agent opencode --uninstall\`.
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(command)};
const TIMEOUT_MS = ${TIMEOUT_MS};
const START_TIMEOUT_MS = ${TIMEOUT_MS * timesAsLong('sessionStart')};
const PROTOCOL = ${JSON.stringify(PROTOCOL_OPEN)};
${PLUGIN_BODY}`;
}

const PLUGIN_BODY = `
/** Asks the executable; an empty answer whatever goes wrong. */
function ask(payload) {
  return new Promise((resolve) => {
    let timer;
    const finish = (text) => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(text) ?? {});
      } catch {
        resolve({});
      }
    };
    try {
      const input = JSON.stringify(payload);
      const child = spawn(COMMAND[0], COMMAND.slice(1), {
        cwd: payload.directory || undefined,
        env: { ...process.env, OPENCODE_HEADLESS: process.argv.includes('run') ? '1' : '' },
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      const chunks = [];
      timer = setTimeout(() => {
        finish('');
        child.kill('SIGKILL');
      }, payload.hook.startsWith('tool.') ? TIMEOUT_MS : START_TIMEOUT_MS);
      child.on('error', () => finish(''));
      child.on('close', () => finish(Buffer.concat(chunks).toString('utf8')));
      child.stdout.on('data', (chunk) => chunks.push(chunk));
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    } catch {
      finish('');
    }
  });
}

export const LessonsLearned = async ({ client, directory }) => {
  const parents = new Map();
  /** Sessions that were there before the plugin was loaded. */
  const old = new Set();
  const loadedAt = Date.now();
  const waiting = new Map();
  /** Sessions that were told what comes first; false where a compaction took it. */
  const started = new Map();
  /** Sessions that were taken back to an earlier prompt. */
  const undone = new Set();
  let parts = 0;

  const inTime = async (asked) => {
    const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    return (await Promise.race([asked, late]))?.data;
  };
  const parentOf = async (sessionID) => {
    if (!parents.has(sessionID)) {
      const info = await inTime(client.session.get({ path: { id: sessionID } }));
      parents.set(sessionID, info?.parentID ?? null);
      if (info?.time?.created < loadedAt) old.add(sessionID);
    }
    return parents.get(sessionID);
  };
  const toast = (message) => {
    try {
      client.tui.showToast({ body: { message, variant: 'info', duration: 15_000 } }).catch(() => {});
    } catch {}
  };
  const say = async (hook, sessionID, fields) => {
    const parentID = await parentOf(sessionID).catch(() => null);
    const answer = await ask({ hook, sessionID, directory, ...(parentID ? { parentID } : {}), ...fields });
    if (answer.toast) toast(answer.toast);
    return answer;
  };
  /** Text that the session has not been told yet. */
  const owed = (sessionID) => {
    const text = waiting.get(sessionID) ?? '';
    waiting.delete(sessionID);
    return text;
  };
  /** Whether a session's messages since its last compaction hold what it was told first: a fork's do, too. */
  const isTold = async (sessionID) => {
    const messages = await inTime(client.session.messages({ path: { id: sessionID } }));
    const last = messages.findLastIndex(({ parts }) => parts.some((part) => part.type === 'compaction'));
    return JSON.stringify(messages.slice(last + 1)).includes(PROTOCOL);
  };
  /** What a session is told first comes with the first that can carry it, also after a compaction. */
  const start = async (sessionID) => {
    if (started.get(sessionID)) return;
    const isFirst = !started.has(sessionID);
    started.set(sessionID, true);
    const { context } = await say('session.created', sessionID, {});
    const told = await isTold(sessionID).catch(() => undefined);
    if (context && !told) waiting.set(sessionID, context);
    if (!context && told === false && isFirst && old.has(sessionID)) undone.add(sessionID);
  };
  const together = (...texts) => texts.filter(Boolean).join('\\n\\n');

  return {
    event: async ({ event }) => {
      try {
        const { info, sessionID } = event.properties ?? {};
        if (event.type === 'session.updated' && info?.revert) undone.add(info.id);
        if (event.type === 'session.created' && info?.id) parents.set(info.id, info.parentID ?? null);
        if (event.type === 'session.compacted' && sessionID) {
          await say('session.compacted', sessionID, {});
          started.set(sessionID, false);
        }
      } catch {}
    },
    'chat.message': async (input, output) => {
      try {
        const { sessionID } = input;
        await start(sessionID);
        // What was told since is gone, as after a compaction.
        if (undone.delete(sessionID)) await say('session.compacted', sessionID, {});
        const messageID = output.message?.id ?? input.messageID;
        const typed = output.parts.filter((part) => part.type === 'text' && !part.synthetic);
        const prompt = typed.map((part) => part.text).join('\\n');
        const answer = await say('chat.message', sessionID, { messageID, prompt });
        const text = together(owed(sessionID), answer.context);
        if (!text) return;
        parts += 1;
        const id = 'prt_' + 'z'.repeat(8) + Date.now().toString(36) + parts;
        output.parts.push({ id, sessionID, messageID, type: 'text', text, synthetic: true });
      } catch {}
    },
    'tool.execute.before': async (input, output) => {
      const { sessionID, callID, tool } = input;
      const answer = await say('tool.execute.before', sessionID, { callID, tool, args: output.args });
      if (answer.deny) throw new Error(answer.deny);
    },
    'tool.execute.after': async (input, output) => {
      try {
        const { sessionID, callID, tool, args } = input;
        await start(sessionID);
        const fields = { callID, tool, args, output: output.output, metadata: { exit: output.metadata?.exit } };
        const answer = await say('tool.execute.after', sessionID, fields);
        const text = together(owed(sessionID), answer.context);
        if (text) output.output = together(output.output, text);
      } catch {}
    },
  };
};
`;
