import { contentText } from '../../transcripts/content.ts';
import { type Json, list, object, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import { type DocumentReader, type Sample, sessionOfName } from '../../transcripts/reader.ts';
import { GeminiSession } from './transcript.ts';

const isContent = (value: Json | null): boolean =>
  value !== null &&
  /^(?:user|model|function)$/.test(text(value['role']) ?? '') &&
  Array.isArray(value['parts']);

/** The contents of a checkpoint: the document itself, or its `history` (a chat) or `clientHistory` (a restored file). */
function contentsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const document = object(value);
  return list(document?.['clientHistory'] ?? document?.['history']);
}

/** Gemini CLI's checkpoints: what `/chat save` and the checkpoints before an edit keep, in the form of the model's API. */
export const geminiCheckpointReader: DocumentReader = {
  agent: 'gemini-cli',
  kind: 'document',
  sessionInName: true,
  recognises: (sample: Sample) =>
    sample.values.some(
      (value) => isContent(value) || contentsOf(value).some((each) => isContent(object(each))),
    ),
  decode(value, emit, source, path) {
    const session = new GeminiSession(emit);
    const lines = new LineFinder(source);
    session.header({ sessionId: sessionOfName(path) }, 1);
    const contents = contentsOf(value).map((each) => object(each) ?? {});
    contents.forEach((content, index) => {
      const line = lines.of('"role": ', index + 1);
      const id = String(index + 1);
      const said = contentText(content['parts']);
      if (content['role'] === 'model') {
        const toolCalls = callsOf(content, contents[index + 1], id);
        session.message({ type: 'gemini', id, content: said, toolCalls }, line);
      } else if (said.trim() !== '') {
        const cwd = /currently working in the directory: (\S.*)/.exec(said)?.[1];
        if (/^\s*This is the Gemini CLI\b/.test(said)) session.folder(cwd?.trim() ?? null, line);
        else session.message({ type: 'user', id, content: said }, line);
      }
    });
  },
};

/**
 * The calls of one answer with what the next message gives back for each, by id or, where only the response has one, in
 * turn. That id is the one in the session's own file: a checkpoint beside it is a copy.
 */
function callsOf(content: Json, next: Json | undefined, id: string): Json[] {
  const given = list(next?.['parts'])
    .map((part) => object(object(part)?.['functionResponse']))
    .filter((each) => each !== null);
  return list(content['parts']).flatMap((part, index) => {
    const call = object(object(part)?.['functionCall']);
    if (call === null) return [];
    const at = given.findIndex((each) =>
      call['id'] === undefined ? each['name'] === call['name'] : each['id'] === call['id'],
    );
    const [functionResponse] = at < 0 ? [] : given.splice(at, 1);
    return [
      {
        id: text(call['id']) ?? text(functionResponse?.['id']) ?? `${id}:${index}`,
        name: call['name'],
        args: call['args'],
        ...(functionResponse === undefined ? {} : { status: 'success', result: [{ functionResponse }] }),
      },
    ];
  });
}
