/** The numbered list of a review, as an agent shows it to the human. Pure. */

import { counted } from '../model/counted.ts';
import type { Trigger } from '../model/lesson.ts';
import { oneLine } from '../text/one-line.ts';
import { filteredOut, type ReviewCandidate } from './candidate-view.ts';

export const EMPTY_STATE = 'No candidates found. Run `lessons scan` to discover new ones.';

const PATTERN_CHARS_SHOWN = 120;

const WHEN: Record<ReviewCandidate['injectOn'][number], string> = {
  PreToolUse: 'at every call',
  SessionStart: 'at the start of a session',
  SubagentStart: 'at the start of a subagent',
  UserPromptSubmit: 'before a turn',
  PostToolUseFailure: 'after the failure that it is about',
};

/** Keepers first, then what the filter put aside: the order that numbers follow. */
export function listOrder(candidates: readonly ReviewCandidate[]): ReviewCandidate[] {
  return [...candidates.filter((item) => !filteredOut(item)), ...candidates.filter(filteredOut)];
}

/** The whole list with its section of archived ones; numbers run on through both. */
export function listText(candidates: readonly ReviewCandidate[]): string {
  if (candidates.length === 0) return EMPTY_STATE;
  const ordered = listOrder(candidates);
  const keepers = ordered.filter((item) => !filteredOut(item));
  const blocks = keepers.map((item, index) => itemText(index + 1, item));
  if (keepers.length < ordered.length) {
    const rows = ordered
      .slice(keepers.length)
      .map((item, index) => archivedLine(keepers.length + index + 1, item));
    blocks.push(['Archived by the filter (unarchive by number or slug):', ...rows].join('\n'));
  }
  return blocks.join('\n\n');
}

/** One candidate: its place in the list and summary, its own number with what is known of it, then what it would say and when. */
export function itemText(number: number, item: ReviewCandidate): string {
  const lines = [
    `${number}. ${item.summary}${marker(item)}`,
    `   ${factsLine(item)}`,
    `   Mistake: ${oneLine(item.mistake)}`,
    `   Fix: ${item.remediation === '' ? '(none known)' : oneLine(item.remediation)}`,
    `   Trigger: ${triggerText(item)}`,
    `   Delivery: ${item.delivery}${item.needsHumanFix || item.noise?.needsHumanFix ? ' · needs your fix' : ''}`,
  ];
  if (item.noise && item.noise.proposal !== 'archive') lines.push(`   Note: ${item.noise.reason}`);
  if (item.proposal)
    lines.push(
      `   Proposed by ${item.proposal.by}: ${item.proposal.action}${item.proposal.reason ? ` (${item.proposal.reason})` : ''}`,
    );
  return lines.join('\n');
}

function marker(item: ReviewCandidate): string {
  const target = item.noise?.targetSlug;
  if (!target) return '';
  if (item.noise?.proposal === 'expand_existing') return ` [expands: ${target}]`;
  return item.noise?.proposal === 'supersede' ? ` [supersedes: ${target}]` : '';
}

function factsLine(item: ReviewCandidate): string {
  return [
    `#${item.number}`,
    item.tags.length > 0 ? item.tags.join(' ') : 'no tags',
    `priority ${item.priority}`,
    `confidence ${item.confidence.toFixed(2)}`,
    item.scope === 'global' ? 'all projects' : `for ${item.scopeName}`,
    `seen ${item.occurrenceCount}× in ${counted(item.sessionCount, 'session')}`,
    backtestText(item),
  ].join(' · ');
}

function backtestText({ backtest, injectOn, errorPatterns }: ReviewCandidate): string {
  if (backtest.callsSeen === 0 && !injectOn.includes('PreToolUse'))
    return `no back-test: ${errorPatterns.length > 0 ? 'it acts on its error' : 'it does not act at calls'}`;
  if (backtest.callsSeen === 0) return 'no history to back-test on';
  return `back-test: meets ${backtest.failingMet} failing, disturbs ${backtest.goodDisturbed} good of ${counted(backtest.callsSeen, 'call')}`;
}

/** When a lesson would act, in one line. */
function triggerText(item: Trigger & Pick<ReviewCandidate, 'injectOn'>): string {
  const patterns = [
    ...item.commandPatterns.map((pattern) =>
      pattern.startsWith('raw:')
        ? `whole line /${short(pattern.slice('raw:'.length))}/`
        : `/${short(pattern)}/`,
    ),
    ...item.pathPatterns.map(short),
    ...item.contentPatterns.map((pattern) => `content /${short(pattern)}/`),
    ...item.errorPatterns.map((pattern) => `error /${short(pattern)}/`),
  ];
  const tools = item.toolNames.join(', ');
  if (patterns.length > 0) return [tools, patterns.join(' · ')].filter((part) => part !== '').join(' ');
  if (tools !== '' && item.injectOn.includes('PreToolUse')) return `${tools} (any call)`;
  return item.injectOn.length > 0
    ? `none; told ${item.injectOn.map((event) => WHEN[event]).join(', ')}`
    : 'none';
}

function archivedLine(number: number, item: ReviewCandidate): string {
  return `${number}. ${item.summary} (${item.slug})\n   ${item.noise?.rule}: ${item.noise?.reason}`;
}

function short(pattern: string): string {
  return pattern.length <= PATTERN_CHARS_SHOWN ? pattern : `${pattern.slice(0, PATTERN_CHARS_SHOWN)}…`;
}
