import { neutralise } from '../inject/neutralise.ts';
import { counted } from '../model/counted.ts';
import type { Lesson } from '../model/lesson.ts';
import { compare } from '../text/compare.ts';
import { cutCharacters } from '../text/cut-characters.ts';
import { addTo } from '../text/lists.ts';
import { oneLine } from '../text/one-line.ts';

/** The lessons of one tool, told together. */
export interface Skill {
  /** `pytest`, from the tag `tool:pytest`. */
  tool: string;
  /** Folder and name in the agent: `lessons-pytest`. */
  name: string;
  lessons: Lesson[];
}

const TOOL_TAG = 'tool:';
const NAME_CHARS_MAX = 64;
const DESCRIPTION_CHARS_MAX = 900;
const SKILL_PRIORITY = 6;
const PATTERNS_MAX = 40;
const DIGEST_LINE_CHARS_MAX = 160;
const DIGEST_LINES_MAX = 12;

/**
 * Tools with enough active lessons. A lesson of one project, team or agent stays out: a skill is read everywhere.
 * Sorted by name; a lesson with two tool tags is in both.
 */
export function skillsOf(lessons: readonly Lesson[], threshold: number): Skill[] {
  const byTool = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    if (lesson.status !== 'active' || lesson.scope !== 'global') continue;
    const tags = lesson.tags.filter((tag) => tag.startsWith(TOOL_TAG));
    for (const tool of new Set(tags.map((tag) => toolName(tag.slice(TOOL_TAG.length)))))
      if (tool !== '') addTo(byTool, tool, lesson);
  }
  return [...byTool]
    .filter(([, list]) => list.length >= threshold)
    .map(([tool, list]) => ({
      tool,
      name: `lessons-${tool}`.slice(0, NAME_CHARS_MAX),
      lessons: list.sort((a, b) => b.priority - a.priority || a.number - b.number),
    }))
    .sort((a, b) => compare(a.name, b.name));
}

/** A name that is a folder everywhere: lower case, digits and hyphens. */
function toolName(tool: string): string {
  return tool
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * The SKILL.md of a skill: what it is for, and one section a lesson.
 * @param expands the agent puts arguments and files into its text, as Claude Code does
 */
export function skillText(skill: Skill, expands = false): string {
  const literal = expands ? unexpanded : (text: string) => text;
  const summary = `${counted(skill.lessons.length, 'lesson')} about ${skill.tool} from earlier sessions`;
  const topics = skill.lessons.map((lesson) => lesson.summary).join('; ');
  const description = `What went wrong with ${skill.tool} here before, and what to do instead. Read it before running ${skill.tool}. ${topics}`;
  // JSON strings are YAML strings, whatever is in them.
  const head = [
    '---',
    `name: ${skill.name}`,
    `description: ${JSON.stringify(cut(oneLine(inert(description)), DESCRIPTION_CHARS_MAX))}`,
    'metadata:',
    '  generator: lessons-learned',
    `  priority: ${SKILL_PRIORITY}`,
    `  summary: ${JSON.stringify(summary)}`,
    '  commandPatterns:',
    ...patternsOf(skill).map((pattern) => `    - ${JSON.stringify(pattern)}`),
    '---',
  ];
  if (patternsOf(skill).length === 0) head.splice(-2, 1, '  commandPatterns: []');
  const sections = skill.lessons.map((lesson) =>
    [
      `## ${literal(heading(lesson.summary))}`,
      literal(body(lesson.mistake)),
      lesson.remediation === '' ? '' : `**Instead:** ${literal(body(lesson.remediation))}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return `${head.join('\n')}\n\n# ${skill.tool}: lessons from earlier sessions\n\n${sections.join('\n\n')}\n`;
}

function patternsOf(skill: Skill): string[] {
  return [...new Set(skill.lessons.flatMap((lesson) => lesson.commandPatterns))].slice(0, PATTERNS_MAX);
}

/**
 * What the hook delivers in place of the skill's single `context` lessons: one lesson with all their triggers and a
 * line for each. `hold` and `block` stay single, for they are exact.
 */
function digestLesson(skill: Skill, told: readonly Lesson[]): Lesson | null {
  const [model] = told;
  if (!model) return null;
  const lines = told.map(
    (lesson) => `- ${cut(oneLine(`${lesson.summary}: ${lesson.remediation}`), DIGEST_LINE_CHARS_MAX)}`,
  );
  return {
    ...model,
    id: digestId(skill),
    slug: `skill-${skill.tool}`,
    summary: cut(`${skill.tool}: ${counted(told.length, 'lesson')}, in full in the skill ${skill.name}`, 80),
    mistake: `Earlier sessions failed with ${skill.tool} in these ways; the skill \`${skill.name}\` has the whole of each.`,
    remediation: lines.join('\n'),
    signature: null,
    delivery: 'context',
    blockReason: null,
    injectOn: ['PreToolUse'],
    toolNames: told.some((lesson) => lesson.toolNames.length === 0)
      ? []
      : [...new Set(told.flatMap((lesson) => lesson.toolNames))],
    commandPatterns: [...new Set(told.flatMap((lesson) => lesson.commandPatterns))],
    pathPatterns: [...new Set(told.flatMap((lesson) => lesson.pathPatterns))],
    contentPatterns: [],
    errorPatterns: [],
    fingerprint: null,
    priority: Math.max(SKILL_PRIORITY, ...told.map((lesson) => lesson.priority)),
    confidence: Math.max(...told.map((lesson) => lesson.confidence)),
    scope: 'global',
  };
}

const digestId = ({ tool }: Skill): string => `skill:${tool}`;

/** Whether a delivery was that of a skill's digest. */
export const isDigest = (lessonId: string | null | undefined): boolean =>
  lessonId?.startsWith('skill:') ?? false;

/** The lessons that a digest may have told, by its id. */
export function digestMembers(lessons: readonly Lesson[]): Map<string, Lesson[]> {
  return new Map(skillsOf(lessons, 1).map((skill) => [digestId(skill), skill.lessons.filter(isTold)]));
}

/** Told by the digest at calls: a plain lesson with a trigger that can be joined with others. */
function isTold(lesson: Lesson): boolean {
  return (
    lesson.delivery === 'context' &&
    lesson.injectOn.includes('PreToolUse') &&
    lesson.contentPatterns.length === 0 &&
    lesson.commandPatterns.length + lesson.pathPatterns.length > 0
  );
}

/** A path of one tool's lesson is none for another tool: where theirs differ, lessons of paths stay single. */
function joinable(lessons: readonly Lesson[]): Lesson[] {
  const isOneTool = new Set(lessons.map(({ toolNames }) => [...toolNames].sort().join('\n'))).size <= 1;
  const joined = lessons.filter(({ pathPatterns }) => isOneTool || pathPatterns.length === 0);
  return joined.slice(0, DIGEST_LINES_MAX);
}

/**
 * The lessons as they are compiled where skills are in use: digests added, what they tell taken off the calls.
 * @param acts false for a lesson that the history check keeps from calls: it would make the digest disturb them
 */
export function withDigests(
  lessons: readonly Lesson[],
  skills: readonly Skill[],
  acts: (lesson: Lesson) => boolean = () => true,
): Lesson[] {
  const digests: Lesson[] = [];
  const told = new Set<string>();
  for (const skill of skills) {
    // What the digest has no line for stays single: a call that it is about must be told of it.
    const own = joinable(skill.lessons.filter((lesson) => isTold(lesson) && acts(lesson)));
    const digest = digestLesson(skill, own);
    if (digest === null) continue;
    digests.push(digest);
    for (const lesson of own) told.add(lesson.id);
  }
  const rest = lessons.map((lesson) =>
    told.has(lesson.id)
      ? { ...lesson, injectOn: lesson.injectOn.filter((event) => event !== 'PreToolUse') }
      : lesson,
  );
  return [...rest, ...digests];
}

/** Claude Code runs what stands behind `!` in backquotes before it shows a skill, also where Markdown quotes that. */
function inert(text: string): string {
  return neutralise(text)
    .replace(/!(?=`)/g, '! ')
    .replace(/(`{3}[ \t]*)!/g, '$1');
}

/**
 * Claude Code puts the words that a skill is called with in place of `$0` and `$ARGUMENTS`, folders and ids in place of
 * `${CLAUDE_…}`, and adds the file that stands behind an `@`: in code, too. A backslash keeps the first and the last
 * as they are, but for what has one already; to a shell it makes no difference before an `@`.
 */
function unexpanded(text: string): string {
  return text
    .replace(/(\\?)\$(?=\d|ARGUMENTS)/g, (_, escaped: string) => (escaped ? '\\&#36;' : '\\$'))
    .replace(/\$\{(CLAUDE_\w+)\}(?!\w)/g, '$$$1')
    .replace(/\$\{(?=CLAUDE_)/g, '&#36;{')
    .replace(/(?<=^|\s)@(?=\S)/gm, '\\@');
}

function heading(text: string): string {
  return oneLine(inert(text)).replace(/^#+\s*/, '');
}

/** Prose of a lesson cannot open a section or the front matter of the skill, nor leave what the agent wraps it in. */
function body(text: string): string {
  return inert(text)
    .trim()
    .replace(/^(#{1,6}\s|-{3,}\s*$|={3,}\s*$)/gm, '\\$1');
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${cutCharacters(text, max - 1)}…`;
}
