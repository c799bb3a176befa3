/** What a worker's answers consist of: a byte that says what follows, its length in four, and that many bytes. */
export const FRAME = { calls: 1, episodes: 2, done: 3 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

const HEADER_BYTES = 5;
const OUTBOX_BYTES = 64 * 1024;
/** No answer is that long: what claims to be is no answer. */
const PAYLOAD_BYTES_MAX = 2 ** 30;

/** Collects frames, so that what is found in a small file is written at once. */
export class FrameWriter {
  readonly #write: (bytes: Buffer) => void;
  readonly #box = Buffer.allocUnsafeSlow(OUTBOX_BYTES);
  #used = 0;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  add(kind: FrameKind, payload: Buffer): void {
    if (this.#used + HEADER_BYTES + payload.length > OUTBOX_BYTES) this.flush();
    this.#box.writeUInt8(kind, this.#used);
    this.#box.writeUInt32LE(payload.length, this.#used + 1);
    this.#used += HEADER_BYTES;
    if (this.#used + payload.length > OUTBOX_BYTES) {
      this.flush();
      this.#write(payload);
      return;
    }
    payload.copy(this.#box, this.#used);
    this.#used += payload.length;
  }

  flush(): void {
    if (this.#used === 0) return;
    this.#write(this.#box.subarray(0, this.#used));
    this.#used = 0;
  }
}

/** Puts frames together again from the pieces in which they arrive; each payload has memory of its own. */
export class FrameReader {
  readonly #take: (kind: FrameKind, payload: Buffer) => void;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerUsed = 0;
  #payload = Buffer.alloc(0);
  #payloadUsed = 0;

  constructor(take: (kind: FrameKind, payload: Buffer) => void) {
    this.#take = take;
  }

  /** @returns false where the bytes are no frames; nothing after them can be read either */
  push(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#headerUsed < HEADER_BYTES) {
        const copied = chunk.copy(this.#header, this.#headerUsed, at);
        at += copied;
        this.#headerUsed += copied;
        if (this.#headerUsed < HEADER_BYTES) break;
        if (!this.#open()) return false;
      }
      const copied = chunk.copy(this.#payload, this.#payloadUsed, at);
      at += copied;
      this.#payloadUsed += copied;
      if (this.#payloadUsed < this.#payload.length) break;
      this.#headerUsed = 0;
      this.#take(this.#header.readUInt8(0) as FrameKind, this.#payload);
    }
    return true;
  }

  #open(): boolean {
    const kind = this.#header.readUInt8(0);
    const length = this.#header.readUInt32LE(1);
    if (kind < FRAME.calls || kind > FRAME.done || length > PAYLOAD_BYTES_MAX) return false;
    this.#payload = Buffer.allocUnsafeSlow(length);
    this.#payloadUsed = 0;
    return true;
  }
}
