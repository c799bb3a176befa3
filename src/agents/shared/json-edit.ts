/**
 * Edits of a JSON text that leave everything else byte for byte as it was: indentation, order, number spellings,
 * line ends, comments. For settings files that belong to someone else. The text must be valid JSON but for comments.
 */
import stripJsonComments from 'strip-json-comments';

interface Span {
  start: number;
  end: number;
}
interface ObjectNode extends Span {
  kind: 'object';
  members: { key: string; start: number; value: JsonNode }[];
}
interface ArrayNode extends Span {
  kind: 'array';
  items: JsonNode[];
}
interface ScalarNode extends Span {
  kind: 'scalar';
}
type JsonNode = ObjectNode | ArrayNode | ScalarNode;
type Step = string | number;

/** Appends a value to the array at a path, making objects and the array on the way where they are missing. */
export function appendToArray(text: string, path: readonly string[], value: unknown): string {
  const root = scan(stripJsonComments(text));
  let node: JsonNode = root;
  for (let depth = 0; depth < path.length; depth += 1) {
    if (node.kind !== 'object')
      throw new TypeError(`${path.slice(0, depth).join('.') || 'the file'} is not an object`);
    const member: { value: JsonNode } | undefined = node.members.findLast((each) => each.key === path[depth]);
    if (member === undefined) {
      const missing = path.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), [value]);
      return insert(text, node, memberSpans(node), missing, path[depth]);
    }
    node = member.value;
  }
  if (node.kind !== 'array') throw new TypeError(`${path.join('.')} is not an array`);
  return insert(text, node, node.items, value);
}

/** Adds a member to the outermost object, which must not have one of that name. */
export function setMember(text: string, name: string, value: unknown): string {
  const root = scan(stripJsonComments(text));
  if (root.kind !== 'object') throw new TypeError('the file is not an object');
  return insert(text, root, memberSpans(root), value, name);
}

/** Removes the member or item at a path; the text as it is where there is none. */
export function removeAt(text: string, path: readonly Step[]): string {
  const json = stripJsonComments(text);
  const parent = find(scan(json), path.slice(0, -1));
  const last = path.at(-1);
  if (parent === null || parent.kind === 'scalar' || last === undefined) return text;
  const spans: Span[] = parent.kind === 'object' ? memberSpans(parent) : parent.items;
  const index =
    parent.kind === 'object' ? parent.members.findLastIndex((each) => each.key === last) : Number(last);
  const span = spans[index];
  if (span === undefined) return text;
  return without(text, json, { parent, span, before: spans[index - 1], after: spans[index + 1] });
}

interface Neighbours {
  parent: Span;
  span: Span;
  before: Span | undefined;
  after: Span | undefined;
}

/** The text without one value and a comma of its own; comments beside it stay, and end where they did. */
function without(text: string, json: string, { parent, span, before, after }: Neighbours): string {
  const withoutComma = (source: string, start: number, end?: number): string => {
    const comma = json.indexOf(',', start);
    return source.slice(start, comma) + source.slice(comma + 1, end);
  };
  if (before === undefined && after !== undefined)
    return (
      text.slice(0, span.start) +
      withoutComma(text, span.end, after.start).trimStart() +
      text.slice(after.start)
    );
  const start = before?.end ?? parent.start + 1;
  const between = before ? withoutComma(text, start, span.start) : text.slice(start, span.start);
  if (between.trim() === '') return text.slice(0, start) + text.slice(before ? span.end : parent.end - 1);
  const rest = (source: string) => (after ? withoutComma(source, span.end) : source.slice(span.end));
  // The comma that stays goes in front of a comment, and nothing may get into its line.
  const endsLine = /^[^\S\n]*(?:\n|$)/.test(rest(json));
  return `${text.slice(0, start)}${after ? ',' : ''}${endsLine ? between.trimEnd() : between}${rest(text)}`;
}

/** Replaces the value at a path; it must exist. */
export function replaceAt(text: string, path: readonly Step[], value: unknown): string {
  const node = find(scan(stripJsonComments(text)), path);
  if (node === null) throw new TypeError(`nothing at ${path.join('.')}`);
  const rendered = render(value, unitOf(text), indentAt(text, node.start), eolOf(text));
  return text.slice(0, node.start) + rendered + text.slice(node.end);
}

function memberSpans(node: ObjectNode): Span[] {
  return node.members.map((each) => ({ start: each.start, end: each.value.end }));
}

function find(root: JsonNode, path: readonly Step[]): JsonNode | null {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'object') node = node.members.findLast((each) => each.key === step)?.value;
    else if (node?.kind === 'array') node = node.items[Number(step)];
    else return null;
  }
  return node ?? null;
}

/** Puts a member (with a key) or an item at the end of a container, laid out as its neighbours are. */
function insert(
  text: string,
  parent: JsonNode,
  spans: readonly Span[],
  value: unknown,
  key?: string,
): string {
  const eol = eolOf(text);
  const unit = unitOf(text);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const last = spans.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, parent.start);
    const comments = text.slice(parent.start + 1, parent.end - 1).trimEnd();
    const body = `${eol}${outer}${unit}${name}${render(value, unit, outer + unit, eol)}${eol}${outer}`;
    return text.slice(0, parent.start + 1) + comments + body + text.slice(parent.end - 1);
  }
  const isInline = !text.slice(parent.start, last.start).includes('\n');
  const inner = indentAt(text, last.start);
  if (isInline) return `${text.slice(0, last.end)}, ${name}${JSON.stringify(value)}${text.slice(last.end)}`;
  const behind = last.end + BEHIND.exec(text.slice(last.end, parent.end - 1))![0].length;
  const added = `${eol}${inner}${name}${render(value, unit, inner, eol)}`;
  return `${text.slice(0, last.end)},${text.slice(last.end, behind)}${added}${text.slice(behind)}`;
}

/** Comments that end the line of what stands before them. */
const BEHIND = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/))*/;

function render(value: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${eol}${indent}`);
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The first indentation in the file; two spaces where it has none. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** White space at the start of the line in which an offset lies. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Offsets of every value of a text without comments. Iterative in width, recursive in depth; depth is bounded by `JSON.parse` before. */
function scan(text: string): JsonNode {
  let at = 0;
  const skip = () => {
    while (at < text.length && /[\s\ufeff]/.test(text[at]!)) at += 1;
  };
  const scanString = (): string => {
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return JSON.parse(text.slice(start, at));
  };
  const scanValue = (): JsonNode => {
    const start = at;
    if (text[at] === '{') return scanObject(start);
    if (text[at] === '[') return scanArray(start);
    if (text[at] === '"') scanString();
    else while (at < text.length && !/[\s,\]}]/.test(text[at]!)) at += 1;
    return { kind: 'scalar', start, end: at };
  };
  const scanObject = (start: number): ObjectNode => {
    const members: ObjectNode['members'] = [];
    at += 1;
    for (skip(); text[at] !== '}'; skip()) {
      const keyStart = at;
      const key = scanString();
      skip();
      at += 1;
      skip();
      members.push({ key, start: keyStart, value: scanValue() });
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return { kind: 'object', start, end: at, members };
  };
  const scanArray = (start: number): ArrayNode => {
    const items: JsonNode[] = [];
    at += 1;
    for (skip(); text[at] !== ']'; skip()) {
      items.push(scanValue());
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return { kind: 'array', start, end: at, items };
  };
  JSON.parse(text.replace(/^\ufeff/, ''));
  skip();
  return scanValue();
}
