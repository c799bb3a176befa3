import type { Delivery, Lesson } from '../../model/lesson.ts';
import { isObject } from '../../text/json.ts';
import type { Json } from '../../transcripts/json.ts';
import type { IncomingLesson } from './incoming.ts';
import { scopeOf } from './old-lesson.ts';
import { fromPython, globFromRegex, literalPattern } from './pattern-text.ts';
import {
  COUNT_MAX,
  cutSummary,
  cutText,
  firstSentence,
  membersOf,
  share,
  tagsOf,
  text,
  time,
  whole,
} from './record.ts';

const CATEGORY_PRIORITY = new Map([
  ['syntax_error', 5],
  ['path_error', 4],
  ['permission_error', 5],
]);

/** How a pattern is matched; without a word as a regular expression. */
const KINDS = new Set(['', 'regex', 'contains', 'exact']);
const KNOWN_KINDS = [...KINDS].filter((kind) => kind !== '').join(', ');

const OF_FILES = /^(?:Read|Edit|Write|Glob)$/;

/**
 * One pattern of a known-errors file: `match` is a regular expression, a substring or the whole command;
 * `message` says what is wrong and `suggestion` what to do. Where we have written it, `on: "error"` says that it is
 * a pattern of errors. Null where it has no pattern, a reason where it matches in a way that is not known.
 */
export function readKnownError(record: unknown, delivery: Delivery): IncomingLesson | string | null {
  if (!isObject(record)) return null;
  const match = isObject(record['match']) ? record['match'] : record;
  const pattern = typeof match['pattern'] === 'string' ? match['pattern'] : '';
  if (pattern === '') return null;
  // Beside the message, a type that is no kind of match is the record's own.
  const type = text(match['type']);
  const said = match === record && !KINDS.has(type) ? '' : type;
  const kind = said || text(record['matchType']) || text(record['match']);
  if (!KINDS.has(kind)) return `matches by "${cutSummary(kind).summary}", which is none of ${KNOWN_KINDS}`;
  const message = text(record['message']);
  const name = text(record['name']);
  const { summary, cut } = cutSummary(name || firstSentence(message) || pattern);
  const suggestion = text(record['suggestion']) || text(record['learned_fix']);
  const tool = text(record['tool']);
  const isOfErrors = match['on'] === 'error';
  const acts = isOfErrors ? 'context' : delivery;
  const added = time(record['added']) ?? time(record['createdAt']);
  return {
    fields: {
      summary,
      mistake: cutText(cut && name !== '' ? `${message}\n${name}`.trim() : message || summary),
      remediation: cutText(suggestion),
      status: 'active',
      delivery: acts,
      blockReason:
        acts === 'block'
          ? cutText([message, suggestion].filter((part) => part !== '').join(' Instead: '))
          : null,
      injectOn: isOfErrors ? ['PostToolUseFailure'] : ['PreToolUse'],
      toolNames: tool === '' || tool === '*' ? [] : [tool],
      ...(isOfErrors ? { errorPatterns: [sourceOf(kind, pattern)] } : trigger(tool, kind, pattern)),
      priority: whole(record['priority'], 1, 10, CATEGORY_PRIORITY.get(text(record['category'])) ?? 5),
      confidence: share(record['confidence'], 0.9),
      tags: tagsOf(record['tags']),
      needsHumanFix: suggestion === '',
      source: 'import',
      occurrenceCount: whole(record['occurrences'], 0, COUNT_MAX, 0),
      ...scopeOf(record),
      ...(added && { createdAt: added, updatedAt: added }),
    },
    projectPath: null,
    remainder: remainderOf(record),
    isPart: true,
  };
}

/** Those tools ran a pattern over the raw text; one that spans several commands (`&&`, `|`) still has to. */
function trigger(
  tool: string,
  type: string,
  pattern: string,
): Pick<Lesson, 'commandPatterns' | 'pathPatterns'> & { status?: 'reviewed' } {
  if (OF_FILES.test(tool)) return pathTrigger(type, pattern);
  const literal = isLiteral(type);
  const source = sourceOf(type, pattern);
  const spans = literal ? /[;&|<>\n]/ : /&&|\\\||[;<>]/;
  const raw = spans.test(literal ? pattern : pattern.replace(/\(\?(?:P?<\w+>|<?[=!])/g, '('));
  return { commandPatterns: [raw ? `raw:${source}` : source], pathPatterns: [] };
}

const isLiteral = (type: string): boolean => type === 'contains' || type === 'exact';

function sourceOf(type: string, pattern: string): string {
  if (!isLiteral(type)) return fromPython(pattern);
  const escaped = literalPattern(pattern);
  return type === 'exact' ? `^${escaped}$` : escaped;
}

/** What was run over a file's path, as globs; a regular expression that no glob can say waits for review. */
function pathTrigger(
  type: string,
  pattern: string,
): Pick<Lesson, 'commandPatterns' | 'pathPatterns'> & { status?: 'reviewed' } {
  if (type === 'exact') return { commandPatterns: [], pathPatterns: [pattern] };
  if (type === 'contains') {
    const globs = pattern.includes('/')
      ? [`**/${pattern.replace(/^\/+/, '')}${pattern.endsWith('/') ? '**' : '*'}`]
      : [`**/*${pattern}*`, `**/*${pattern}*/**`];
    return { commandPatterns: [], pathPatterns: globs };
  }
  const glob = globFromRegex(fromPython(pattern));
  return glob === null
    ? { commandPatterns: [], pathPatterns: [], status: 'reviewed' }
    : { commandPatterns: [], pathPatterns: [glob] };
}

function remainderOf(record: Json): string | null {
  const rest = membersOf(record, ['id', 'category', 'source', 'match']);
  return rest.length > 0 ? rest.join('\n') : null;
}

/** Lessons as a known-errors file: one pattern each command or error pattern. */
export function writeKnownErrors(lessons: readonly Lesson[]): Json {
  const patterns = lessons.flatMap((lesson) =>
    [
      ...lesson.commandPatterns.map((pattern) => ({ type: 'regex', pattern: pattern.replace(/^raw:/, '') })),
      ...lesson.errorPatterns.map((pattern) => ({ type: 'regex', pattern, on: 'error' })),
    ].map((match, index) => ({
      id: index === 0 ? lesson.slug : `${lesson.slug}-${index + 1}`,
      name: lesson.summary,
      category: categoryOf(lesson),
      tool: toolOf(lesson, match),
      match,
      message: lesson.mistake,
      suggestion: lesson.remediation,
      added: lesson.createdAt.slice(0, 10),
      occurrences: lesson.occurrenceCount,
      priority: lesson.priority,
      tags: lesson.tags,
      ...(lesson.scope === 'global' ? {} : { scope: lesson.scope }),
    })),
  );
  return { version: 1, description: 'Known error patterns, written by lessons-learned.', patterns };
}

/** Of several tools the first that runs commands where the pattern is one of commands: for others it would be a path's. */
function toolOf({ toolNames }: Lesson, match: object): string {
  const running = 'on' in match ? undefined : toolNames.find((tool) => !OF_FILES.test(tool));
  return running ?? toolNames[0] ?? '*';
}

function categoryOf(lesson: Lesson): string {
  const topic = lesson.tags.join(' ');
  if (/syntax|usage/.test(topic)) return 'syntax_error';
  if (/path|not-found/.test(topic)) return 'path_error';
  return /permission/.test(topic) ? 'permission_error' : 'action_error';
}
