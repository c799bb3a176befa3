import { gateKey } from './gate.ts';

/** Table layout and keys of the manifest file; what `write.ts` puts there and `read.ts` looks up. */

export const SCHEMA = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE lessons(n INTEGER PRIMARY KEY, slug TEXT NOT NULL, trigger TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE posts(key TEXT PRIMARY KEY, ids BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE roots(root TEXT PRIMARY KEY, project TEXT NOT NULL) WITHOUT ROWID;
`;

/** Text of the lessons, by which a prompt finds them. Left out where SQLite has no FTS5 (Node before 22.15): then none is found. */
export const PROMPTS = `
CREATE VIRTUAL TABLE prompts USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2');
`;

/** Keys of posting lists. A list is lesson numbers as little-endian 32-bit integers. */
export const postKey = {
  /** Lessons of which a call must contain these tokens; their beginnings have empty lists (`gate.ts`). */
  chain: gateKey.whole,
  begun: gateKey.begun,
  /** Lessons whose pattern requires no word: tried at every call. */
  always: 'a',
  /** Lessons that name this tool and nothing else. */
  tool: (name: string) => `T:${name}`,
  /** The same for names with a wildcard, or that no agent's canonical tool has. */
  anyTool: 'T:*',
  error: (token: string) => `e:${token}`,
  errorAlways: 'ea',
  fingerprint: (fingerprint: string) => `f:${fingerprint}`,
  event: (event: string) => `E:${event}`,
  /** Lessons of this project that were useful before, most useful first. */
  useful: (project: string) => `P:${project}`,
} as const;

/** What `manifest.json` says: the file to open. */
export interface Pointer {
  format: number;
  file: string;
  builtAt: string;
  /** Snapshot of the config's switch. */
  paused: boolean;
  /** Bits of `gate.ts`; null where every call has to be looked up. */
  gate: string | null;
}

/** Row `head` of `meta`. */
export interface Head {
  format: number;
  builtAt: string;
  /** Distinct tokens posted for calls. */
  tokens: number;
}

/** Name of the pointer file; `homeFiles.manifestPointer` in full. */
export const POINTER_FILE = 'manifest.json';
export const MANIFEST_FILE = /^manifest-(\d+)-[0-9a-f]{16}\.db$/;
