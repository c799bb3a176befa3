import { counted, moreLine } from '../../model/counted.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Screen } from '../operation.ts';
import { fit, plain, wrap } from '../words/columns.ts';
import { describeOrigin } from './origin.ts';

const NUMBER_WIDTH = 6;
const STATUS_WIDTH = 10;
const PRIORITY_WIDTH = 3;
const CONFIDENCE_WIDTH = 5;

const STYLES = { bold: '1', dim: '2', green: '32', yellow: '33', red: '31', cyan: '36' } as const;
type Style = keyof typeof STYLES;

/** Wraps text in a terminal style, or not where the screen has no colour. */
function paint(text: string, style: Style, screen: Screen): string {
  return screen.color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
}

const STATUS_STYLES: Record<Lesson['status'], Style> = {
  active: 'green',
  reviewed: 'cyan',
  candidate: 'yellow',
  archived: 'dim',
};

interface ListOutput {
  lessons: Lesson[];
  hidden?: { archived: number; belowGate: number };
}

const NOTHING_YET = 'No lessons yet: `lessons scan` finds candidates, `lessons add` takes one of your own.';

/** One line a lesson, within the screen's width: number, status, priority, confidence, delivery mark, summary, slug below. */
export function renderList(output: ListOutput, input: object, screen: Screen): string {
  const lines: string[] = [];
  const { archived = 0, belowGate = 0 } = output.hidden ?? {};
  if (output.lessons.length > 0) {
    const head = `${'#'.padEnd(NUMBER_WIDTH)}${'status'.padEnd(STATUS_WIDTH)}${'pr'.padStart(PRIORITY_WIDTH - 1)} ${'conf'.padEnd(CONFIDENCE_WIDTH)}summary`;
    lines.push(paint(head, 'dim', screen));
    for (const lesson of output.lessons) lines.push(row(lesson, screen));
  } else {
    const isNarrowed = Object.values(input).some((each) => each !== undefined && each !== false);
    const none = archived + belowGate > 0 ? 'No lessons.' : NOTHING_YET;
    lines.push(isNarrowed ? 'No lesson matches.' : none);
  }
  const hidden = [
    archived > 0 ? `${archived} archived (--show-archived)` : '',
    belowGate > 0
      ? `${counted(belowGate, 'candidate')} unlikely to help a later session (--status candidate)`
      : '',
  ].filter((each) => each !== '');
  if (hidden.length > 0) lines.push(paint(`Not shown: ${hidden.join(', ')}.`, 'dim', screen));
  return lines.join('\n');
}

function row(lesson: Lesson, screen: Screen): string {
  const left = [
    paint(`#${lesson.number}`.padEnd(NUMBER_WIDTH), 'dim', screen),
    paint(lesson.status.padEnd(STATUS_WIDTH), STATUS_STYLES[lesson.status], screen),
    String(lesson.priority).padStart(PRIORITY_WIDTH - 1),
    ' ',
    lesson.confidence.toFixed(2).padEnd(CONFIDENCE_WIDTH),
  ].join('');
  const used = NUMBER_WIDTH + STATUS_WIDTH + PRIORITY_WIDTH + CONFIDENCE_WIDTH;
  const mark = lesson.delivery === 'context' ? '' : `[${lesson.delivery}] `;
  return left + fit(mark + plain(lesson.summary), Math.max(20, screen.width - used));
}

const EVIDENCE_TOLD_MAX = 3;

/** Everything of a lesson that a reader needs to judge it. */
export function renderCard(
  output: Lesson & {
    evidence?: { sessionId: string; timestamp: string | null; excerpt: string; agent: string }[];
    draft?: { patch: Record<string, unknown>; by: string; at: string } | null;
    silenced?: string | null;
    scopeName?: string;
  },
  _input: unknown,
  screen: Screen,
): string {
  const width = Math.min(screen.width, 100);
  const lines = [
    ...wrap(`#${output.number} ${output.summary}`, width).map((line) => paint(line, 'bold', screen)),
    `${paint(output.status, STATUS_STYLES[output.status], screen)} · ${output.delivery} · priority ${output.priority} · confidence ${output.confidence.toFixed(2)} · ${output.scope === 'global' ? 'all projects' : `for ${output.scopeName ?? output.scope}`}`,
    paint(output.slug, 'dim', screen),
    paint(output.id, 'dim', screen),
    ...(output.silenced
      ? wrap(`! ${output.silenced}`, width).map((line) => paint(line, 'yellow', screen))
      : []),
    '',
    ...paragraph('Mistake', output.mistake, width, screen),
    ...paragraph('Fix', output.remediation, width, screen),
  ];
  if (output.blockReason) lines.push(...paragraph('Block', output.blockReason, width, screen));
  lines.push(...triggerLines(output, screen), ...factLines(output, screen));
  if (output.draft) {
    lines.push('', paint(`Proposed by ${output.draft.by}, not decided:`, 'yellow', screen));
    for (const [field, value] of Object.entries(output.draft.patch)) {
      lines.push(
        `  ${field}: ${fit(plain(typeof value === 'string' ? value : JSON.stringify(value)), width - field.length - 4)}`,
      );
    }
  }
  if (output.evidence && output.evidence.length > 0) {
    lines.push('', paint(`Evidence (${output.evidence.length})`, 'bold', screen));
    for (const row of output.evidence.slice(0, EVIDENCE_TOLD_MAX)) {
      lines.push(paint(`  ${row.agent} ${row.sessionId} ${row.timestamp ?? ''}`.trimEnd(), 'dim', screen));
      const excerpt = row.excerpt.split('\n').slice(0, 8);
      for (const line of excerpt) lines.push(`    ${fit(plain(line), width - 4)}`);
    }
    lines.push(...moreLine(output.evidence.length - EVIDENCE_TOLD_MAX).map((line) => `  ${line} (--json)`));
  }
  return lines.join('\n');
}

/** Of these each stands in a line of its own: it is copied whole. */
const PATTERNS = new Set(['Commands', 'Paths', 'Content', 'Errors']);

const WHEN: Record<Lesson['injectOn'][number], string> = {
  PreToolUse: 'at a call',
  PostToolUseFailure: 'after a failure',
  UserPromptSubmit: 'before a turn',
  SessionStart: 'when a session starts',
  SubagentStart: 'when a subagent starts',
};

const RAW_NOTE = `${' '.repeat(10)}(raw: tries it on the whole line as typed, quotes and all)`;

function triggerLines(lesson: Lesson, screen: Screen): string[] {
  const rows: [string, string[]][] = [
    ['Tools', lesson.toolNames],
    ['Commands', lesson.commandPatterns],
    ['Paths', lesson.pathPatterns],
    ['Content', lesson.contentPatterns],
    ['Errors', lesson.errorPatterns],
    ['Told', [lesson.injectOn.map((event) => WHEN[event]).join(', ')]],
    ['Tags', lesson.tags],
  ];
  return rows
    .filter(([, values]) => values.some((value) => value !== ''))
    .flatMap(([name, values]) => {
      const shown = PATTERNS.has(name) ? values.map(plain) : [values.map(plain).join('  ')];
      const lines = shown.map(
        (value, index) => `${paint((index === 0 ? name : '').padEnd(10), 'dim', screen)}${value}`,
      );
      const isRaw = name === 'Commands' && values.some((pattern) => pattern.startsWith('raw:'));
      return isRaw ? [...lines, paint(RAW_NOTE, 'dim', screen)] : lines;
    });
}

function factLines(lesson: Lesson, screen: Screen): string[] {
  const seen =
    lesson.sessionCount === 0
      ? counted(lesson.occurrenceCount, 'occurrence')
      : `${counted(lesson.occurrenceCount, 'occurrence')} in ${counted(lesson.sessionCount, 'session')}, ${counted(lesson.projectCount, 'project')}`;
  const facts: [string, string][] = [
    ['Source', `${lesson.source}, ${seen}`],
    ['Created', lesson.createdAt],
  ];
  if (lesson.origin) facts.push(['From', describeOrigin(lesson.origin)]);
  if (lesson.lastMatchedAt) facts.push(['Matched', lesson.lastMatchedAt]);
  if (lesson.archivedAt) facts.push(['Archived', `${lesson.archivedAt}: ${lesson.archiveReason ?? ''}`]);
  if (lesson.supersededBy) facts.push(['Replaced', `by ${lesson.supersededBy}`]);
  return facts.map(([name, value]) => `${paint(name.padEnd(10), 'dim', screen)}${plain(value)}`);
}

function paragraph(name: string, text: string, width: number, screen: Screen): string[] {
  const indent = ' '.repeat(10);
  const lines = wrap(text, Math.max(30, width - 10));
  return lines.map((line, index) => (index === 0 ? paint(name.padEnd(10), 'dim', screen) : indent) + line);
}
