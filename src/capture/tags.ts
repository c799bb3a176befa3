import {
  PROTOCOL_CLOSE,
  PROTOCOL_OPEN,
  SEVERITIES,
  SUMMARY_CHARS_MAX,
  TAG_CLOSE,
  TAG_OPEN,
  TEXT_CHARS_MAX,
} from '../model/constants.ts';
import type { MalformedTag, TagFinding, TagPlace } from '../model/findings.ts';
import { isShortClause } from '../text/clause.ts';
import { hash64 } from '../text/hash.ts';
import { redact, redactDeep } from '../text/redact.ts';
import { withoutWords, wordsTakenOut } from '../text/taken-out.ts';
import { cut } from './wording/prose.ts';

interface TagsFound {
  tags: TagFinding[];
  malformed: MalformedTag[];
}

const BLOCKS_MAX = 20;
const TAGS_MAX = 12;
const KEY = /^\s*(?:[-*]\s+)?\*{0,2}([A-Za-z][\w-]{0,30})\*{0,2}\s*[:：]\*{0,2}\s?(.*)$/;
/** How YAML says that the value stands in the lines below. */
const BELOW = /^[|>][+-]?$/;
const ALIASES: Record<string, string> = {
  fix: 'remediation',
  solution: 'remediation',
  title: 'summary',
  command: 'trigger',
  tag: 'tags',
};
const KNOWN = new Set(['summary', 'mistake', 'remediation', 'tool', 'trigger', 'severity', 'tags']);
const PLACEHOLDER = /<[A-Za-z][^<>\n]{2,}>/;
/** The whole value is one placeholder: the protocol's own template. */
const ONLY_PLACEHOLDER = /^<[^<>]+>$/;

interface Block {
  body: string;
  closed: boolean;
}

/** Text without our own protocol, which may come back in a summary or a quotation. */
function withoutProtocol(text: string): string {
  let out = text;
  for (let guard = 0; guard < 4; guard++) {
    const from = out.indexOf(PROTOCOL_OPEN);
    if (from < 0) break;
    const to = out.indexOf(PROTOCOL_CLOSE, from);
    const gone = out.slice(from, to < 0 ? out.length : to + PROTOCOL_CLOSE.length);
    out = out.slice(0, from) + '\n'.repeat(gone.split('\n').length - 1) + out.slice(from + gone.length);
  }
  return out;
}

const KEYS =
  '\\*{0,2}(?:summary|title|mistake|fix|solution|remediation|tool|trigger|command|severity|tags?)\\*{0,2}\\s*(?::\\*{0,2}(?=\\s)|：)';
/** A block that goes on in the line that opens it. */
const OPENS_INLINE = new RegExp(`^${TAG_OPEN}\\s+(?=${KEYS})`, 'i');
const NEXT_KEY = new RegExp(`\\s*[;|]?\\s+(?=${KEYS})`, 'i');

/** The lines of a text, those of a block that was written into one line apart. */
function* linesOf(text: string): Generator<string> {
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    const opens = OPENS_INLINE.exec(trimmed)?.[0] ?? '';
    const closes = trimmed.length > TAG_CLOSE.length && trimmed.endsWith(TAG_CLOSE);
    if (opens !== '') yield TAG_OPEN;
    const body = closes ? trimmed.slice(0, -TAG_CLOSE.length) : trimmed;
    if (opens !== '') yield* body.slice(opens.length).split(NEXT_KEY);
    else yield closes ? body : line;
    if (closes) yield TAG_CLOSE;
  }
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] | null = null;
  for (const line of linesOf(text)) {
    const trimmed = line.trim();
    if (trimmed === TAG_OPEN) {
      if (open) blocks.push({ body: open.join('\n'), closed: false });
      open = [];
    } else if (trimmed === TAG_CLOSE) {
      if (open) blocks.push({ body: open.join('\n'), closed: true });
      open = null;
    } else open?.push(line);
    if (blocks.length === BLOCKS_MAX) return blocks;
  }
  if (open) blocks.push({ body: open.join('\n'), closed: false });
  return blocks;
}

/** One tag of a list in YAML. */
const LISTED_TAG = /^\s*[-*]\s+([^\s:]+(?::\S+)?)\s*$/;

/** `key: value` lines; a line without a known key goes on with the value before it. */
function fieldsOf(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last: string | null = null;
  for (const line of body.split('\n')) {
    const listed = last === 'tags' ? LISTED_TAG.exec(line)?.[1] : undefined;
    if (listed !== undefined) {
      fields.set('tags', `${fields.get('tags')!}, ${listed}`);
      continue;
    }
    const match = KEY.exec(line);
    const name = match ? match[1]!.toLowerCase() : '';
    const key = ALIASES[name] ?? name;
    if (match && KNOWN.has(key)) {
      fields.set(key, match[2]!.trim().replace(BELOW, ''));
      last = key;
    } else if (match && /^[a-z][\w-]*$/.test(name) && !/\s/.test(line.slice(0, 1))) last = null;
    else if (last && line.trim() !== '') fields.set(last, `${fields.get(last)!} ${line.trim()}`.trim());
  }
  return fields;
}

function problemOf(block: Block, fields: Map<string, string>): string | null {
  if (!block.closed) return 'unterminated';
  for (const key of ['mistake', 'remediation'] as const) {
    const label = key === 'remediation' ? 'fix' : key;
    const value = fields.get(key);
    if (!value) return `no ${label}`;
    if (PLACEHOLDER.test(value) && isShortClause(value.replace(PLACEHOLDER, '').trim()))
      return `placeholder in ${label}`;
    if (isShortClause(value)) return `${label} too short`;
  }
  return null;
}

/** True where a block is the protocol's template, filled in nowhere. */
function isTemplate(fields: Map<string, string>): boolean {
  const values = [...fields.values()].filter((value) => value !== '');
  return values.length > 0 && values.every((value) => ONLY_PLACEHOLDER.test(value));
}

/**
 * How prose about a command begins: `running terraform in CI`, `before a push`. Programs end in `-ing` as well, without
 * another vowel (`spring`), as `ping` (`arping`, `httping`) or as `thing` (`syncthing`).
 */
const PROSE =
  /^(?:(?:us|do|go)ing|(?=[a-z]*[aeiouy][a-z]*ing\s)[a-z]{3,}(?<!th|[^p]p)ing|when(?:ever)?|before|after|every|any|an?|the)\s/i;

/** A trigger is a command or a path; prose cannot match anything. */
function triggerOf(value: string | undefined): string | null {
  const text = value?.replace(/^`+|`+$/g, '').trim() ?? '';
  return text === '' || PLACEHOLDER.test(text) || text.length > 500 || PROSE.test(text) ? null : text;
}

function tagList(value: string | undefined): string[] {
  const words = (value ?? '').replace(/^\[|\]$/g, '').split(/[,;]+/);
  const tags = words.map((word) => word.trim().toLowerCase().replace(/^#/, '').replace(/\s+/g, '-'));
  return [
    ...new Set(
      tags
        .filter((tag) => /^[\w.+-]+(?::[\w.+/-]+)?$/.test(tag))
        .map((tag) => (tag.includes(':') ? tag : `topic:${tag}`)),
    ),
  ].slice(0, TAGS_MAX);
}

function summaryOf(fields: Map<string, string>): string {
  const given = fields.get('summary') ?? '';
  const usable = given.length >= 8 && !/(?:\.\.\.|…)$/.test(given) && !PLACEHOLDER.test(given);
  // What tells a secret may stand behind it, where the summary is cut off.
  return cut(redact(usable ? given : fields.get('mistake')!), SUMMARY_CHARS_MAX);
}

const textField = (value: string) => cut(value, TEXT_CHARS_MAX);

/** What one place of a block shows to be a secret is taken out of all of it. */
function masked(body: string): string {
  const clean = redact(body);
  return withoutWords(clean, new Set(wordsTakenOut(body, clean)));
}

/**
 * Reads the `#lesson … #/lesson` blocks of one text of the assistant. The protocol's own template counts as
 * nothing; a block that is not closed, or without a usable mistake and fix, is malformed.
 */
export function parseTags(text: string, place: TagPlace): TagsFound {
  const found: TagsFound = { tags: [], malformed: [] };
  if (!text.includes(TAG_OPEN)) return found;
  const blocks = blocksOf(withoutProtocol(text));
  for (const [index, block] of blocks.entries()) {
    const fields = fieldsOf(masked(block.body));
    if (isTemplate(fields)) continue;
    const id = hash64(
      [place.agent, place.sessionId, place.uuid ?? `${place.file}:${place.line}`, index, block.body].join(
        '\n',
      ),
    );
    const problem = problemOf(block, fields);
    const { agent, file, line, sessionId, timestamp, model, isSubagent } = place;
    if (problem) {
      found.malformed.push({
        id,
        agent,
        file,
        line,
        sessionId,
        timestamp,
        model,
        isSubagent,
        reason: problem,
        uuid: place.uuid,
        textHash: hash64(block.body),
      });
      continue;
    }
    const severity = fields.get('severity')?.toLowerCase().trim() ?? '';
    found.tags.push({
      id,
      ...place,
      fields: redactDeep({
        summary: summaryOf(fields),
        mistake: textField(redact(fields.get('mistake')!)),
        remediation: textField(redact(fields.get('remediation')!)),
        tool: fields.get('tool')?.replace(/[`<>]/g, '').trim().slice(0, 60) || null,
        trigger: triggerOf(fields.get('trigger')),
        severity: SEVERITIES.some((known) => known === severity) ? severity : null,
        tags: tagList(fields.get('tags')),
      }),
    });
  }
  return found;
}
