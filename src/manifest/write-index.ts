import { closeSync, openSync, writeSync } from 'node:fs';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import { AppError } from '../platform/errors.ts';
import {
  ENTRY_HEAD_BYTES,
  GROUP_BYTES,
  GROUP_SLOTS,
  GROUPS_TRIED_MAX,
  HEADER_BYTES,
  type Head,
  keyHashes,
  MAGIC,
  SILENCED,
  SLOT_BYTES,
} from './format.ts';

const BUFFER_BYTES = 1 << 20;
const FILE_BYTES_MAX = 0xffff_ffff;

interface Slot {
  group: number;
  tag: number;
  offset: number;
}

/** Writes a manifest file as `format.ts` lays it out: lessons first, then entries, then `finish`. */
export class IndexWriter {
  readonly #fd: number;
  #parts: Uint8Array[] = [];
  #waiting = 0;
  #written = 0;
  #lessonsEnd = HEADER_BYTES;
  readonly #later: { key: string; lessons: number[]; text: string }[] = [];

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o600);
    this.#put(new Uint8Array(HEADER_BYTES));
  }

  /** Returns the lesson's offset. */
  addLesson(lesson: CompiledLesson): number {
    const json = new TextEncoder().encode(JSON.stringify(lesson));
    const offset = this.#put(numbers([json.length]));
    this.#put(json);
    this.#lessonsEnd = this.#position;
    return offset;
  }

  /** The lesson no longer acts at calls. */
  silence(offset: number): void {
    this.#flush();
    writeSync(this.#fd, Uint8Array.of(SILENCED >>> 24), 0, 1, offset + 3);
  }

  /** Each key once. */
  addEntry(key: string, lessons: number[], text: string): void {
    this.#later.push({ key, lessons, text });
  }

  finish(about: Omit<Head<Config>, 'lessonsAt' | 'lessonsEnd'>): void {
    const head: Head<Config> = { ...about, lessonsAt: HEADER_BYTES, lessonsEnd: this.#lessonsEnd };
    const slots = this.#later.map((entry) => this.#entry(entry));
    const json = new TextEncoder().encode(JSON.stringify(head));
    const table = tableOf(slots);
    const tailAt = this.#put(json);
    this.#put(new Uint8Array(-json.length & 3));
    this.#put(table);
    this.#flush();
    const header = [MAGIC, MANIFEST_FORMAT, tailAt, table.length / GROUP_BYTES, json.length];
    writeSync(this.#fd, numbers(header), 0, header.length * 4, 0);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #entry({ key, lessons, text }: { key: string; lessons: number[]; text: string }): Slot {
    const [keyBytes, textBytes] = [new TextEncoder().encode(key), new TextEncoder().encode(text)];
    const offset = this.#put(numbers([keyBytes.length, lessons.length, textBytes.length], ENTRY_HEAD_BYTES));
    for (const part of [keyBytes, numbers(lessons), textBytes]) this.#put(part);
    const [group, tag] = keyHashes(key);
    return { group, tag, offset };
  }

  get #position(): number {
    return this.#written + this.#waiting;
  }

  #put(bytes: Uint8Array): number {
    const at = this.#position;
    if (at + bytes.length > FILE_BYTES_MAX) throw new AppError('INTERNAL', 'a manifest holds at most 4 GB');
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    if (this.#waiting > BUFFER_BYTES) this.#flush();
    return at;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#parts);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
    this.#written += bytes.length;
    this.#parts = [];
    this.#waiting = 0;
  }
}

/** At most half full, and so large that no key is far from its group. */
function tableOf(slots: Slot[]): Uint8Array {
  for (let groups = 1; ; groups *= 2) {
    if (groups * GROUP_SLOTS < slots.length * 2) continue;
    const table = fillTable(slots, groups);
    if (table !== null) return table;
  }
}

function fillTable(slots: Slot[], groups: number): Uint8Array | null {
  const bytes = new Uint8Array(groups * GROUP_BYTES);
  const view = new DataView(bytes.buffer);
  const taken = new Uint8Array(groups);
  for (const { group, tag, offset } of slots) {
    let at = group & (groups - 1);
    let tried = 1;
    for (; taken[at] === GROUP_SLOTS && tried < GROUPS_TRIED_MAX; tried += 1) at = (at + 1) & (groups - 1);
    if (taken[at] === GROUP_SLOTS) return null;
    const slot = at * GROUP_BYTES + taken[at]! * SLOT_BYTES;
    view.setUint32(slot, tag, true);
    view.setUint32(slot + 4, offset, true);
    taken[at]! += 1;
  }
  return bytes;
}

function numbers(values: number[], bytes = values.length * 4): Uint8Array {
  const out = new Uint8Array(bytes);
  const view = new DataView(out.buffer);
  values.forEach((value, index) => {
    view.setUint32(index * 4, value, true);
  });
  return out;
}
