import {
  DELIVERIES,
  INJECT_EVENTS,
  LESSON_SOURCES,
  LESSON_STATUSES,
  SIGNATURE_CHARS_MAX,
} from '../../model/constants.ts';
import { type Lesson, namesCalls, type Trigger } from '../../model/lesson.ts';
import { isObject } from '../../text/json.ts';
import type { Json } from '../../transcripts/json.ts';
import type { IncomingLesson, LessonFields } from './incoming.ts';
import {
  COUNT_MAX,
  cutSummary,
  cutText,
  firstSentence,
  mistakeOf,
  remediationOf,
  seenIn,
  share,
  tagsOf,
  text,
  texts,
  time,
  whole,
} from './record.ts';

/**
 * One record of a lessons file: of ours (store or pack), or of an older tool, which nested its trigger under `triggers`,
 * said `problem` and `solution` for mistake and remediation, and marked blocks and session starts with flags.
 * Null where it has neither summary nor mistake.
 */
export function readLessonRecord(record: unknown): IncomingLesson | null {
  if (!isObject(record)) return null;
  const said = isObject(record['triggers']) ? record['triggers'] : record;
  const trigger = triggerOf(said);
  const mistake = mistakeOf(record);
  const fullSummary = text(record['summary']) || firstSentence(mistake);
  if (fullSummary === '') return null;
  const { summary, cut } = cutSummary(fullSummary);
  const remediation = remediationOf(record);
  const blockReason = text(record['blockReason']);
  const fields: LessonFields = {
    ...identity(record),
    ...statusOf(record),
    summary,
    mistake: cutText(cut && !mistake.includes(fullSummary) ? `${fullSummary}\n${mistake}`.trim() : mistake),
    remediation: cutText(remediation),
    signature: text(record['signature']).slice(0, SIGNATURE_CHARS_MAX) || null,
    delivery: deliveryOf(record),
    blockReason: blockReason === '' ? null : cutText(blockReason),
    ...injectOn(record, said, trigger),
    ...trigger,
    priority: whole(record['priority'], 1, 10, 5),
    confidence: share(record['confidence'], 0.9),
    tags: tagsOf(record['tags']),
    needsHumanFix: record['needsHumanFix'] === true || remediation === '',
    ...scopeOf(record),
    ...provenance(record),
  };
  const custom = text(record['injection']) || text(record['message']);
  return {
    fields,
    projectPath: projectPathOf(record),
    remainder: ownWords(custom, fullSummary, mistake, remediation) ? custom : null,
  };
}

function triggerOf(said: Json): Trigger {
  return {
    toolNames: texts(said['toolNames']),
    commandPatterns: texts(said['commandPatterns']),
    pathPatterns: texts(said['pathPatterns']),
    contentPatterns: texts(said['contentPatterns']),
    errorPatterns: texts(said['errorPatterns']),
  };
}

function identity(record: Json): Partial<LessonFields> {
  const id = text(record['id']);
  const slug = text(record['slug']);
  return {
    ...(/^[0-9A-Za-z_-]{1,64}$/.test(id) && { id }),
    ...(/^[a-z0-9][a-z0-9-]{0,118}[a-z0-9]$/.test(slug) && { slug }),
  };
}

const ACTIVE = new Set(['', 'active', 'enabled', 'approved', 'accepted', 'promoted', 'published']);

/**
 * `needsReview` waits for a human; `disabled` was switched off by one. Older tools wrote no status for what acts;
 * a status or scope that is not understood is no yes to acting, least of all everywhere.
 */
function statusOf(record: Json): Pick<LessonFields, 'status' | 'archiveReason'> {
  const status = text(record['status']).toLowerCase();
  if (status === 'disabled')
    return {
      status: 'archived',
      archiveReason: text(record['archiveReason']) || 'disabled in the tool it came from',
    };
  const archiveReason = text(record['archiveReason']) || null;
  if (record['needsReview'] === true) return { status: 'reviewed', archiveReason };
  const known = LESSON_STATUSES.find((each) => each === status);
  const acts = ACTIVE.has(status) && !hasUnknownScope(record);
  if (acts) return { status: 'active', archiveReason };
  return { status: known === undefined || known === 'active' ? 'candidate' : known, archiveReason };
}

function deliveryOf(record: Json): Lesson['delivery'] {
  const delivery = DELIVERIES.find((each) => each === record['delivery']);
  if (delivery) return delivery;
  return record['block'] === true || record['type'] === 'guard' ? 'block' : 'context';
}

/**
 * When it is told: as the record says, else at its calls. One that names no call, or an error, would not be told so:
 * it gets the events of one that is added.
 */
function injectOn(record: Json, said: Json, trigger: Trigger): Pick<LessonFields, 'injectOn'> {
  const given = texts(record['injectOn']).filter((each): each is Lesson['injectOn'][number] =>
    INJECT_EVENTS.some((event) => event === each),
  );
  if (given.length > 0) return { injectOn: given };
  const atStart =
    said['sessionStart'] === true ||
    record['sessionStart'] === true ||
    record['type'] === 'directive' ||
    record['type'] === 'protocol';
  const isOfCalls = namesCalls(trigger) && trigger.errorPatterns.length === 0;
  if (!atStart) return isOfCalls ? { injectOn: ['PreToolUse'] } : {};
  // What denies does so at a call, also where it is told at the start.
  return {
    injectOn: deliveryOf(record) === 'context' ? ['SessionStart'] : ['PreToolUse', 'SessionStart'],
  };
}

/** The scope that a record names, where it is understood. */
export function scopeOf(record: Json): Partial<LessonFields> {
  const scope = text(record['scope']).replace(/^[a-z]+(?=:|$)/i, (kind) => kind.toLowerCase());
  return /^(?:global|(?:project|team|agent):.+)$/.test(scope) ? { scope } : {};
}

function hasUnknownScope(record: Json): boolean {
  return text(record['scope']) !== '' && !('scope' in scopeOf(record)) && projectPathOf(record) === null;
}

/** A scope of an older tool: `{type: "project", path}`, or `projectPath` in its manifest. */
function projectPathOf(record: Json): string | null {
  const scope = record['scope'];
  if (isObject(scope) && scope['type'] === 'project') return text(scope['path']) || null;
  return text(record['projectPath']) || null;
}

function provenance(record: Json): Partial<LessonFields> {
  const source = LESSON_SOURCES.find((each) => each === record['source']);
  const created = time(record['createdAt']);
  const updated = time(record['updatedAt']) ?? created;
  return {
    ...(source && { source }),
    ...seenIn(record, 0),
    hitCount: whole(record['hitCount'], 0, COUNT_MAX, 0),
    ...(created && { createdAt: created }),
    ...(updated && { updatedAt: updated }),
    reviewedAt: time(record['reviewedAt']),
    archivedAt: time(record['archivedAt']),
    lastSeenAt: time(record['lastSeenAt']),
    lastMatchedAt: time(record['lastMatchedAt']),
    lastUsefulAt: time(record['lastUsefulAt']),
    supersededBy: text(record['supersededBy']) || null,
    fingerprint: text(record['fingerprint']) || null,
    reusable: share(record['reusable'], 1),
    signals: texts(record['signals']),
  };
}

/** True where a hand-written injection text says more than its summary, mistake and remediation. */
function ownWords(custom: string, ...known: string[]): boolean {
  let rest = custom;
  for (const part of known) if (part !== '') rest = rest.replace(part, '');
  return rest.replace(/## Lesson:|\*\*Fix\*\*:|[\s.:*#]/g, '') !== '';
}
