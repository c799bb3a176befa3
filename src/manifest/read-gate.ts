import { MANIFEST_FORMAT } from '../model/constants.ts';
import { fastIo } from '../platform/fast-io.ts';
import { POINTER_FILE, type Pointer, postKey } from './format.ts';
import { gateHas, holdsChain } from './gate.ts';

/** With more words, looking for chains could take longer than what it saves. */
const TOKENS_MAX = 100;

/** What the pointer alone tells of the compiled lessons. */
export interface Gate {
  /** The pointer itself, so that who opens the manifest need not read it again. */
  pointer: Pointer;
  /** Hooks are switched off. */
  paused: boolean;
  /** False only where no lesson can act at a call of this tool with these words. */
  mayMatch(tool: string, tokens: ReadonlySet<string>): boolean;
}

/** Reads the gate; null where there is none, or where the pointer is missing, damaged or of another format. */
export function openGate(home: string): Gate | null {
  let pointer: Pointer | null;
  try {
    pointer = JSON.parse(fastIo().readText(`${home}/${POINTER_FILE}`) ?? 'null');
  } catch {
    return null;
  }
  if (pointer?.format !== MANIFEST_FORMAT || typeof pointer.gate !== 'string' || pointer.gate === '')
    return null;
  const bits = pointer.gate;
  return {
    pointer,
    paused: pointer.paused === true,
    mayMatch(tool, tokens) {
      if (gateHas(bits, postKey.tool(tool.toLowerCase()))) return true;
      return tokens.size > TOKENS_MAX || holdsChain(bits, tokens);
    },
  };
}
