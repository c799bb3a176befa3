import type { HookAnswer, HookEvent, HookIo } from '../adapter.ts';
import {
  asObject,
  baseOf,
  outputText,
  textField,
  textOrNothing,
  toolCallOf,
  type Wire,
} from '../shared/hook-io-payload.ts';

export const OPENCODE_TOOLS: Record<string, string> = {
  bash: 'Bash',
  read: 'Read',
  edit: 'Edit',
  multiedit: 'Edit',
  patch: 'Edit',
  apply_patch: 'Edit',
  write: 'Write',
  glob: 'Glob',
  grep: 'Grep',
  list: 'LS',
  task: 'Agent',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
};

/**
 * opencode has no command hooks: a plugin in its process forwards its own hooks here, one JSON object each, and does
 * what the answer says. In: `{hook, sessionID, directory, parentID?, callID?, tool?, args?, output?, metadata?, prompt?}`
 * where `hook` is the plugin API's name. Out: `{"deny": reason}` to throw, or `{"context": text}` to append to the
 * result, the system prompt or the message; `toast` beside either is for the user.
 */
export const opencodeHookIo: HookIo = {
  agent: 'opencode',
  unseen: (env) => env['OPENCODE_HEADLESS'] === '1',
  contextAfterTool: true,
  memory: { deafAt: /compact/ },

  decode(payload, env): HookEvent | null {
    const wire = asObject(payload);
    const hook = wire && textField(wire, 'hook');
    if (!wire || !hook) return null;
    const parent = textField(wire, 'parentID');
    const own = textField(wire, 'sessionID');
    const base = baseOf(wire, hook, parent ?? own);
    base.cwd = textField(wire, 'directory', 'cwd') ?? '';
    base.agentId = parent === null ? null : own;
    base.promptId = textField(wire, 'messageID');
    base.transcriptPath = `${env['XDG_DATA_HOME'] || `${env['HOME'] ?? env['USERPROFILE']}/.local/share`}/opencode/opencode.db`;
    const name = textField(wire, 'tool');
    const call = () => toolCallOf(name ?? '', wire['args'], base.cwd, OPENCODE_TOOLS);
    const toolUseId = textField(wire, 'callID');
    switch (hook) {
      case 'session.created':
        return parent === null
          ? { kind: 'session-start', base, source: 'startup' }
          : { kind: 'subagent-start', base };
      case 'session.compacted':
        return parent === null ? { kind: 'session-start', base, source: 'compact' } : null;
      case 'chat.message':
        return { kind: 'prompt', base, prompt: unquoted(textField(wire, 'prompt') ?? '') };
      case 'tool.execute.before':
        return name === null ? null : { kind: 'before-tool', base, call: call(), toolUseId };
      case 'tool.execute.after': {
        if (name === null) return null;
        const output = outputText(wire['output']);
        const exit = asObject(wire['metadata'])?.['exit'];
        if (typeof exit === 'number' && exit !== 0) {
          return {
            kind: 'tool-failed',
            base,
            call: call(),
            toolUseId,
            error: `Exit code ${exit}\n${output}`,
          };
        }
        return { kind: 'after-tool', base, call: call(), toolUseId };
      }
      default:
        return null;
    }
  },

  encode(event: HookEvent, answer: HookAnswer): string {
    const output: Wire = answer.systemMessage ? { toast: answer.systemMessage } : {};
    if (answer.kind === 'deny' && event.kind === 'before-tool') output['deny'] = answer.reason;
    if (answer.kind === 'context' && event.kind !== 'before-tool') output['context'] = answer.text;
    return textOrNothing(output);
  },
};

/** A prompt as it was typed: `opencode run` hands one with a space in it over in quotes. */
export function unquoted(prompt: string): string {
  const found = /^"((?:[^"\\]|\\[\s\S])*)"\s*$/.exec(prompt);
  return found === null ? prompt : found[1]!.replaceAll('\\"', '"');
}
