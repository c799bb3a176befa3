import { keepClaim, readClaim, type SessionState } from './session-state.ts';

/**
 * One-use codes with which a human lets a blocked call through. A blocked input of a session has a code, then another
 * one when that was used or has expired. All states are files that are created once, so that two installed hooks,
 * parallel calls and a terminal agree without a lock.
 */

/** A code must be permitted within this time after it was issued. */
const CODE_LIFE_MS = 60 * 60 * 1000;
/** A permitted code must be used within this time. */
const PERMISSION_LIFE_MS = 10 * 60 * 1000;

const GENERATIONS_MAX = 500;
/** Letters and digits that are not mistaken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const isCode = (text: string): boolean => /^[A-HJ-NP-Z2-9]{6}$/.test(text);

/** What a code that a human gave is worth; `unkept`: good, but nothing can be written, as on a full disk. */
export type Permission = 'allowed' | 'unknown' | 'expired' | 'used' | 'unkept';

interface Issued {
  code: string;
  issuedAt: number;
}

/** The code of a blocked input: the live one, else a new one; null where none can be kept. */
export function issueCode(state: SessionState, key: string, now: number): string | null {
  for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
    const issued = readIssued(state, key, generation);
    if (issued !== null) {
      if (!state.has(`used.${issued.code}`) && isWithin(CODE_LIFE_MS, issued.issuedAt, now))
        return issued.code;
      continue;
    }
    const kept = issuedIn(keepClaim(state, `b.${key}.${generation}`, `${randomCode()}\t${now}\n`));
    if (kept === null) return null;
    return keepClaim(state, `code.${kept.code}`, `${key}\t${now}\n`) === null ? null : kept.code;
  }
  return null;
}

/**
 * Uses a permission for this input, if there is one. True again for the same tool use: two installed hooks ask twice.
 * @param toolUse the call's id, or null where the agent has none
 */
export function spendCode(state: SessionState, key: string, toolUse: string | null, now: number): boolean {
  for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
    const issued = readIssued(state, key, generation);
    if (issued === null) return false;
    const permittedAt = Number.parseInt(state.read(`ok.${issued.code}`) ?? '', 10);
    if (!permittedAt) continue;
    const name = `used.${issued.code}`;
    const isLive = isWithin(PERMISSION_LIFE_MS, permittedAt, now);
    if (isLive && state.claim(name, `${toolUse ?? '-'}\n`) === true) return true;
    if (toolUse !== null && readClaim(state, name)?.trim() === toolUse) return true;
  }
  return false;
}

/** A human permits the call that this code was issued for, once. */
export function permitCode(state: SessionState, code: string, now: number): Permission {
  const wanted = code.toUpperCase();
  if (!isCode(wanted)) return 'unknown';
  const issuedAt = Number.parseInt(readClaim(state, `code.${wanted}`)?.split('\t')[1] ?? '', 10);
  if (Number.isNaN(issuedAt)) return 'unknown';
  if (state.has(`used.${wanted}`)) return 'used';
  if (!isWithin(CODE_LIFE_MS, issuedAt, now)) return 'expired';
  return keepClaim(state, `ok.${wanted}`, `${now}\n`) === null ? 'unkept' : 'allowed';
}

/** Neither is one live that comes from a clock which was ahead: it would be until then. */
const isWithin = (lifeMs: number, at: number, now: number): boolean => Math.abs(now - at) < lifeMs;

function readIssued(state: SessionState, key: string, generation: number): Issued | null {
  return issuedIn(readClaim(state, `b.${key}.${generation}`));
}

function issuedIn(text: string | null): Issued | null {
  const [code, at] = (text ?? '').split('\n', 1)[0]?.split('\t') ?? [];
  return code !== undefined && isCode(code) ? { code, issuedAt: Number(at) } : null;
}

function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
