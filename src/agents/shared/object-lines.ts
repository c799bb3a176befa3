import { type Json, parseObjects } from '../../transcripts/json.ts';
import type { LineDecoder } from '../../transcripts/reader.ts';

/** A decoder of lines that are an object each, or several where a line break was lost; no state needs an end. */
export abstract class ObjectLines implements LineDecoder {
  line(bytes: Buffer, line: number): boolean {
    const values = parseObjects(bytes.toString('utf8'));
    if (values === null) return false;
    for (const value of values) this.value(value, line);
    return true;
  }

  end(): void {}

  protected abstract value(value: Json, line: number): void;
}
