import { type Json, object, parsedJson, text } from '../../transcripts/json.ts';
import { canonicalCall, cleanName } from '../shared/call-event.ts';
import { patchFields, shellPatch } from './patch.ts';
import { scriptCommands, scriptPatch } from './script.ts';
import { codexSpec } from './spec.ts';

/** A call in canonical terms, however Codex logged it. */
interface CodexCall {
  nativeTool: string;
  tool: string;
  input: Json;
  /** The one command that it runs. */
  command: string | null;
  /** A code-mode script, whose commands are logged as calls of their own. */
  isScript: boolean;
}

/**
 * @param logged its arguments: JSON in a string, a plain string, or an object
 * @param commandOf the command of a process that goes on running
 */
export function codexCall(
  name: unknown,
  logged: unknown,
  cwd: string | null,
  commandOf: (process: string) => string | undefined,
): CodexCall {
  const given = parsedArguments(logged);
  const native = cleanName(name);
  const fields = object(given) ?? {};
  if (native === 'exec' && typeof given === 'string') return scriptCall(given);
  if (native === 'apply_patch')
    return patchCall(
      native,
      typeof given === 'string' ? given : (text(fields['input']) ?? text(fields['patch']) ?? ''),
    );
  const call = canonicalCall(
    name,
    typeof given === 'string' ? { command: given } : fields,
    cwd,
    codexSpec.tools,
  );
  if (native === 'write_stdin') {
    const started = commandOf(String(fields['session_id'] ?? ''));
    if (started !== undefined) call.input['command'] = started;
  }
  const command = text(call.input['command']);
  const patch = call.tool === 'Bash' ? shellPatch(command) : null;
  if (patch !== null) return patchCall(native, patch);
  return { nativeTool: native, tool: call.tool, input: call.input, command, isScript: false };
}

function parsedArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return /^\s*\{/.test(value) ? (parsedJson(value) ?? value) : value;
}

function patchCall(nativeTool: string, patch: string): CodexCall {
  return { nativeTool, tool: 'Edit', input: patchFields(patch), command: null, isScript: false };
}

function scriptCall(source: string): CodexCall {
  const commands = scriptCommands(source);
  const patch = scriptPatch(source);
  const own = { nativeTool: 'exec', command: commands.length === 1 ? commands[0]! : null, isScript: true };
  if (commands.length > 0)
    return { ...own, tool: 'Bash', input: { command: commands.join('\n'), script: source } };
  if (patch !== null) return { ...own, tool: 'Edit', input: patchFields(patch) };
  return { ...own, tool: 'exec', input: { script: source } };
}
