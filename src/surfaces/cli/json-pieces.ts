const CHUNK_CHARS = 256 * 1024;

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces: the items of a list, and of the lists of an object, by
 * themselves, so that the whole of a long list never is one text.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listPieces(value, '');
  else if (typeof value === 'object' && value !== null && !('toJSON' in value)) yield* fieldPieces(value);
  else yield JSON.stringify(value, null, 2);
}

function* fieldPieces(value: object): Generator<string> {
  let before = '{\n  ';
  for (const [name, field] of Object.entries(value)) {
    const text: string | undefined = Array.isArray(field) ? '' : JSON.stringify(field, null, 2);
    if (text === undefined) continue;
    yield `${before}${JSON.stringify(name)}: `;
    if (Array.isArray(field)) yield* listPieces(field, '  ');
    else yield indented(text, '  ');
    before = ',\n  ';
  }
  yield before.startsWith('{') ? '{}' : '\n}';
}

function* listPieces(list: readonly unknown[], indent: string): Generator<string> {
  let before = '[';
  for (const item of list) {
    yield `${before}\n${indent}  ${indented(JSON.stringify(item, null, 2) ?? 'null', `${indent}  `)}`;
    before = ',';
  }
  yield list.length === 0 ? '[]' : `\n${indent}]`;
}

/** The same JSON with those controls as escapes that JSON lets stand as they are: some steer a terminal. */
export const withoutControls = (json: string): string =>
  json.replace(/[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);

/** No text in JSON holds a line end of its own. */
const indented = (json: string, indent: string): string => json.replaceAll('\n', `\n${indent}`);

/** Pieces put together, so many characters at a time. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let waiting: string[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_CHARS) continue;
    yield waiting.join('');
    waiting = [];
    size = 0;
  }
  if (waiting.length > 0) yield waiting.join('');
}
