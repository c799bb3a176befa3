import { basename } from 'node:path';
import type { AgentId } from '../model/episode.ts';
import type { TranscriptEvent } from './events.ts';

export type Emit = (event: TranscriptEvent) => void;

/** The beginning of a file, by which its format is recognised. Names and folders are never trusted. */
export interface Sample {
  /** First bytes as Latin-1, where not even the first line is complete; else empty. */
  head: string;
  /** JSON values of the first complete lines (of the whole file where that is one JSON document). */
  values: Record<string, unknown>[];
}

/** Decodes the lines of one JSONL transcript into events. Holds state: one decoder per file. */
export interface LineDecoder {
  /**
   * One line without its line break.
   * @returns false where the line is not what the format promises (it is then counted as skipped)
   */
  line(bytes: Buffer, line: number): boolean;
  /** After the last line: emits what was held back. */
  end(): void;
}

interface ReaderBase {
  agent: AgentId;
  recognises(sample: Sample): boolean;
  /** True where nothing but the file's name tells the session: its bytes may be those of another one. */
  sessionInName?: true;
}

/** One object a line. */
export interface LineReader extends ReaderBase {
  kind: 'lines';
  /** @param path for formats whose session is known by its file name only */
  decoder(emit: Emit, path: string): LineDecoder;
}

/** One JSON document a file, read as a whole. */
export interface DocumentReader extends ReaderBase {
  kind: 'document';
  /** @param source the text that `value` was parsed from */
  decode(value: unknown, emit: Emit, source: string, path: string): void;
  /** True for a piece of a transcript that is read together with another file. */
  isFragment?(value: Record<string, unknown>): boolean;
}

/** An SQLite database that holds many sessions; each is a thread of its own. */
export interface DatabaseReader extends ReaderBase {
  kind: 'database';
  decode(path: string, emit: Emit): void;
}

/** Reads the transcripts of one agent: by lines, as one document, or out of a database. */
export type TranscriptReader = LineReader | DocumentReader | DatabaseReader;

/** The session that a file is named after. */
export function sessionOfName(path: string): string {
  return basename(path)
    .replace(/\.(?:zst|gz)$/i, '')
    .replace(/\.[^.]*$/, '');
}
