/**
 * Layout of the manifest file, which `write.ts` makes and `read.ts` looks things up in. All numbers are unsigned
 * 32-bit, little-endian.
 *
 * | part | content |
 * |---|---|
 * | header | magic, format, where the tail begins and its bytes, bytes of the file, slots of the table, bytes of the head |
 * | lessons | each: bytes of its JSON (highest bit: it does not act at calls after all), then the JSON |
 * | entries | each: bytes of the key, count of lessons, bytes of the text; the key, offsets of lessons, the text |
 * | tail | the head as JSON, padded to 4 bytes, then the table |
 *
 * The table is open: a key's slot group is its first hash, the next groups are looked at where that one is full. A
 * slot is the key's second hash and the offset of its entry; offset 0 is an empty slot. So a look-up reads one group
 * of 64 bytes, and an entry where there is one, however many lessons there are.
 */

/** First number of the file: `1LLM` as bytes. */
export const MAGIC = 0x4d4c4c31;
export const HEADER_BYTES = 32;
export const SLOT_BYTES = 8;
export const GROUP_BYTES = 64;
export const GROUP_SLOTS = GROUP_BYTES / SLOT_BYTES;
/** The three numbers in front of an entry. */
export const ENTRY_HEAD_BYTES = 12;
/** Groups that a key may be away from its own; the writer makes the table larger before one is. */
export const GROUPS_TRIED_MAX = 16;
/** Set in a lesson's length where it found no place in the index of calls. */
export const SILENCED = 0x80000000;

/** Words of which a call must contain all, rarest first. */
export const CHAIN_WORDS_MAX = 4;

/** Keys of the index. */
export const indexKey = {
  /** Lessons of which a call must contain this chain of words; its text is the words that longer chains go on with. */
  chain: (words: string) => `t:${words}`,
  /**
   * Lessons that no whole word leads to. The text has a line for each: parts of words of which a call must have one,
   * none where it is tried at every call.
   */
  always: 'a',
  /** Lessons that name this tool and nothing else. */
  tool: (name: string) => `T:${name}`,
  /** The same for names with a wildcard, or that no agent's canonical tool has. */
  anyTool: 'T:*',
  error: (token: string) => `e:${token}`,
  /** The same as `always` for errors. */
  errorAlways: 'ea',
  fingerprint: (fingerprint: string) => `f:${fingerprint}`,
  event: (event: string) => `E:${event}`,
  /** Lessons of this project that were useful before, most useful first. */
  useful: (project: string) => `P:${project}`,
  /** Text: id of the project whose root this folder is. */
  root: (folder: string) => `r:${folder}`,
  /** Text: languages of this project, with spaces between. */
  languages: (project: string | null) => `L:${project}`,
  /** Text: all roots as JSON. */
  roots: 'R',
} as const;

/** What `manifest.json` says: the file to open. */
export interface Pointer {
  format: number;
  file: string;
  builtAt: string;
  /** Snapshot of the config's switch. */
  paused: boolean;
  /** Which state of the store was compiled (`Store.activeState`); hooks do not look at it. */
  state?: string;
}

/** The head of the manifest file. */
export interface Head<Config> {
  builtAt: string;
  /** Where lessons begin and end, for who reads them all. */
  lessonsAt: number;
  lessonsEnd: number;
  /** Whether some lesson is tried at every call, or at calls of every tool: else those keys need no look-up. */
  everywhere: boolean;
  /** Number of project roots. */
  roots: number;
  config: Config;
}

/** Name of the pointer file; `homeFiles.manifestPointer` in full. */
export const POINTER_FILE = 'manifest.json';
/** The manifest, and beside it the text of its lessons, by which a prompt finds them. */
export const MANIFEST_FILE = /^manifest-(\d+)-[0-9a-f]{16}\.(?:bin|db)$/;

/** Name of the text index that belongs to a manifest file. No expression: the first one of a process takes 100 µs. */
export function textIndexFile(manifest: string): string {
  return manifest.endsWith('.bin') ? `${manifest.slice(0, -4)}.db` : manifest;
}

/** What fits a small integer after a multiplication by up to 61: any other number takes a hook's first uses ten times as long. */
const LANE = 0x1ff_ffff;

/** Two hashes of a key, of 25 and of 31 bits, the second never 0: two lanes of multiply and xor, mixed at the end. */
export function keyHashes(key: string): [group: number, tag: number] {
  let first = 5381;
  let second = 52711;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    first = ((first * 33) ^ code) & LANE;
    second = ((second * 51) ^ code) & LANE;
  }
  const group = ((first ^ (second >>> 9)) * 59) & LANE;
  const tag = ((second ^ (first >>> 5)) * 61) & LANE;
  return [group ^ (group >>> 12), ((tag << 5) ^ first) & 0x7fff_ffff || 1];
}

/** An unsigned 32-bit number; a `DataView` would cost more to make than to use. */
export function numberAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
