import { list, object } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import type { DocumentReader, Sample } from '../../transcripts/reader.ts';
import { CodexDecoder } from './transcript.ts';

/** Codex CLI before its lines: `rollout-*.json`, one document `{session, items}`. */
export const codexDocumentReader: DocumentReader = {
  agent: 'codex',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) => object(value['session'])?.['id'] !== undefined && Array.isArray(value['items']),
    ),
  decode(value, emit, source) {
    const document = object(value) ?? {};
    const decoder = new CodexDecoder(emit);
    const lines = new LineFinder(source);
    decoder.value({ instructions: null, ...object(document['session']) }, 1);
    list(document['items']).forEach((each, index) => {
      const item = object(each);
      if (item !== null) decoder.value(item, lines.of('"type": "', index + 1));
    });
  },
};
