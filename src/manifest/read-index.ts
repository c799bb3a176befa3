import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import { fastIo } from '../platform/fast-io.ts';
import { decodeText } from '../platform/text-bytes.ts';
import {
  ENTRY_HEAD_BYTES,
  GROUP_BYTES,
  GROUPS_TRIED_MAX,
  HEADER_BYTES,
  type Head,
  keyHashes,
  MAGIC,
  numberAt,
  SILENCED,
  SLOT_BYTES,
} from './format.ts';

/** What is read of the tail at once: the head, and the whole table where there are few hundred lessons. */
const TAIL_BYTES = 12_288;
/** What is read of an entry or a lesson at first; most are shorter. */
const ENTRY_BYTES = 256;
const LESSON_BYTES = 4096;
/** A damaged file may say any length. */
const PART_BYTES_MAX = 64 * 1024 * 1024;

/** What stands under a key. */
interface Entry {
  /** Offsets of lessons. */
  lessons: number[];
  text: string;
}

/** A manifest file as `format.ts` lays it out. Methods throw where the file is damaged. */
export class IndexFile {
  readonly head: Head<Config>;
  private fd: number;
  /** A power of two. */
  private readonly groups: number;
  private readonly tableAt: number;
  /** What was read of the table, from its start. */
  private table: Uint8Array;

  /** @throws where this is no manifest of this format */
  constructor(path: string) {
    this.fd = fastIo().openRead(path);
    if (this.fd < 0) throw new Error('cannot be opened');
    try {
      const header = this.read(0, HEADER_BYTES);
      if (numberAt(header, 0) !== MAGIC || numberAt(header, 4) !== MANIFEST_FORMAT)
        throw new Error('another format');
      const tailAt = numberAt(header, 8);
      this.groups = numberAt(header, 12);
      const headBytes = numberAt(header, 16);
      const padded = headBytes + (-headBytes & 3);
      const whole = padded + this.groups * GROUP_BYTES;
      const tail = this.read(tailAt, whole < TAIL_BYTES ? whole : padded < TAIL_BYTES ? TAIL_BYTES : padded);
      this.head = JSON.parse(decodeText(tail.subarray(0, headBytes)));
      this.table = tail.subarray(padded);
      this.tableAt = tailAt + padded;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What stands under a key, or null. */
  find(key: string): Entry | null {
    const [first, tag] = keyHashes(key);
    const mask = this.groups - 1;
    for (
      let tried = 0, group = first & mask;
      tried < GROUPS_TRIED_MAX;
      tried += 1, group = (group + 1) & mask
    ) {
      let at = group * GROUP_BYTES;
      let slots = this.table;
      if (at + GROUP_BYTES > slots.length) {
        slots = this.read(this.tableAt + at, GROUP_BYTES);
        at = 0;
      }
      for (const end = at + GROUP_BYTES; at < end; at += SLOT_BYTES) {
        const offset = numberAt(slots, at + 4);
        if (offset === 0) return null;
        if (numberAt(slots, at) !== tag) continue;
        const entry = this.entry(offset, key);
        if (entry !== null) return entry;
      }
    }
    return null;
  }

  /** Before many look-ups: from so many on, reading the whole table at once takes less time. */
  prepare(lookups: number): void {
    const bytes = this.groups * GROUP_BYTES;
    if (this.table.length < bytes && lookups * 8 > this.groups) this.table = this.read(this.tableAt, bytes);
  }

  /** The lesson at an offset. */
  lesson(offset: number): CompiledLesson {
    let bytes = this.read(offset, LESSON_BYTES, 4);
    const head = numberAt(bytes, 0);
    const length = head >= SILENCED ? head - SILENCED : head;
    if (4 + length > bytes.length) bytes = this.read(offset, 4 + length);
    const lesson = JSON.parse(decodeText(bytes.subarray(4, 4 + length))) as CompiledLesson;
    if (head >= SILENCED) lesson.actsAtCalls = false;
    return lesson;
  }

  /** All lessons, in the order in which they were given. */
  *lessons(): Generator<CompiledLesson> {
    for (let at = this.head.lessonsAt; at < this.head.lessonsEnd; ) {
      yield this.lesson(at);
      at += 4 + (numberAt(this.read(at, 4), 0) & ~SILENCED);
    }
  }

  close(): void {
    if (this.fd >= 0) fastIo().close(this.fd);
    this.fd = -1;
  }

  /** The entry at an offset, or null where it is of another key. */
  private entry(offset: number, key: string): Entry | null {
    let bytes = this.read(offset, ENTRY_BYTES, ENTRY_HEAD_BYTES);
    const keyEnd = ENTRY_HEAD_BYTES + numberAt(bytes, 0);
    const count = numberAt(bytes, 4);
    const textAt = keyEnd + count * 4;
    const end = textAt + numberAt(bytes, 8);
    if (end > bytes.length) bytes = this.read(offset, end);
    if (decodeText(bytes.subarray(ENTRY_HEAD_BYTES, keyEnd)) !== key) return null;
    const lessons: number[] = [];
    for (let at = keyEnd; at < textAt; at += 4) lessons.push(numberAt(bytes, at));
    return { lessons, text: end === textAt ? '' : decodeText(bytes.subarray(textAt, end)) };
  }

  /** @param least fewer bytes than `count` will do, where the file ends */
  private read(position: number, count: number, least = count): Uint8Array {
    if (count > PART_BYTES_MAX) throw new Error('damaged');
    const bytes = new Uint8Array(count);
    const got = fastIo().readAt(this.fd, bytes, position);
    if (got < least) throw new Error('damaged');
    return got === count ? bytes : bytes.subarray(0, got);
  }
}
