import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../test/support/candidates.ts';
import type { ReviewItem } from '../model/review-session.ts';
import type { ReviewCandidate } from './candidate-view.ts';
import { parseAnswer } from './decisions.ts';
import { EMPTY_STATE, itemText, listOrder, listText } from './list-text.ts';
import type { NoiseVerdict } from './noise.ts';
import { type ReportLine, reportLine } from './report-text.ts';
import { resolveDecisions } from './resolve-decisions.ts';

function shown(fields: Partial<ReviewCandidate> = {}): ReviewCandidate {
  return {
    ...candidateOf(),
    scopeName: 'global',
    evidence: [],
    duplicates: [],
    backtest: { failingMet: 0, goodDisturbed: 0, callsSeen: 0 },
    noise: null,
    proposal: null,
    ...fields,
  };
}

function noise(fields: Partial<NoiseVerdict>): NoiseVerdict {
  return {
    rule: 'situational',
    reason: 'seen once',
    proposal: 'archive',
    targetSlug: null,
    needsHumanFix: false,
    ...fields,
  };
}

const expands = noise({
  rule: 'expands-active',
  proposal: 'expand_existing',
  targetSlug: 'old-0001',
  reason: 'alike',
});
const supersedes = noise({
  rule: 'contradicts-active',
  proposal: 'supersede',
  targetSlug: 'old-0002',
  reason: 'opposite',
});

describe('the list', () => {
  test('one item shows everything that is needed to decide', () => {
    const item = shown({
      number: 14,
      tags: ['tool:git', 'severity:data-loss'],
      priority: 7,
      confidence: 0.85,
      occurrenceCount: 3,
      sessionCount: 2,
      backtest: { failingMet: 3, goodDisturbed: 1, callsSeen: 120 },
      noise: expands,
    });
    expect(itemText(1, item)).toBe(
      [
        '1. git stash leaves new files behind [expands: old-0001]',
        '   #14 · tool:git severity:data-loss · priority 7 · confidence 0.85 · all projects · seen 3× in 2 sessions · back-test: meets 3 failing, disturbs 1 good of 120 calls',
        '   Mistake: A plain git stash leaves untracked files in the tree, and the checkout then refuses to run.',
        '   Fix: Run git stash -u, which takes untracked files along.',
        '   Trigger: Bash /^git stash$/',
        '   Delivery: context',
        '   Note: alike',
      ].join('\n'),
    );
  });
  test('one session, no history, no fix, no trigger', () => {
    const item = shown({
      remediation: '',
      toolNames: [],
      commandPatterns: [],
      injectOn: ['SessionStart'],
      needsHumanFix: true,
      tags: [],
      scope: 'project:4f1c',
      scopeName: 'project shop',
      noise: supersedes,
      proposal: { by: 'codex', action: 'archive', reason: 'one-off' },
    });
    const text = itemText(2, item);
    expect(text).toContain('[supersedes: old-0002]');
    expect(text).toContain(
      'no tags · priority 5 · confidence 0.60 · for project shop · seen 1× in 1 session · no back-test: it does not act at calls',
    );
    expect(text).toContain('   Fix: (none known)');
    expect(text).toContain('   Trigger: none; told at the start of a session');
    expect(text).toContain('   Delivery: context · needs your fix');
    expect(text).toContain('   Proposed by codex: archive (one-off)');
  });
  test('a tool is a trigger only of what acts at calls', () => {
    const tool = { toolNames: ['Bash'], commandPatterns: [] };
    expect(itemText(1, shown({ ...tool, injectOn: ['PreToolUse'] }))).toContain(
      '   Trigger: Bash (any call)\n',
    );
    expect(itemText(1, shown({ ...tool, injectOn: ['SessionStart', 'UserPromptSubmit'] }))).toContain(
      '   Trigger: none; told at the start of a session, before a turn\n',
    );
  });
  test('a pattern for the whole line is told in words', () => {
    const text = itemText(
      1,
      shown({ toolNames: ['Bash'], commandPatterns: ['raw:^sleep \\d', '^tool run'] }),
    );
    expect(text).toContain('   Trigger: Bash whole line /^sleep \\d/ · /^tool run/\n');
  });
  test('why there is no back-test: it acts on its error alone, or there is no history', () => {
    const none = { failingMet: 0, goodDisturbed: 0, callsSeen: 0 };
    const onError = shown({ backtest: none, injectOn: ['PostToolUseFailure'], errorPatterns: ['EISDIR'] });
    expect(itemText(1, onError)).toContain('· no back-test: it acts on its error\n');
    expect(itemText(1, shown({ backtest: none, injectOn: ['PreToolUse'] }))).toContain(
      '· no history to back-test on\n',
    );
  });
  test('what the filter puts aside comes last, in a section of its own, and numbers run on', () => {
    const aside = shown({ slug: 'aside-0001', summary: 'set aside', noise: noise({}) });
    const first = shown({ summary: 'first' });
    const second = shown({ summary: 'second' });
    expect(listOrder([aside, first, second]).map((item) => item.summary)).toEqual([
      'first',
      'second',
      'set aside',
    ]);
    expect(listText([aside, first, second])).toEndWith(
      'Archived by the filter (unarchive by number or slug):\n3. set aside (aside-0001)\n   situational: seen once',
    );
  });
  test('a text of several lines cannot look like another item', () => {
    expect(itemText(1, shown({ mistake: 'one\n2. two' }))).toContain('   Mistake: one 2. two\n');
  });
  test('nothing to review', () => {
    expect(listText([])).toBe('No candidates found. Run `lessons scan` to discover new ones.');
    expect(EMPTY_STATE).toBe(listText([]));
  });
});

describe('decisions on the list', () => {
  const list = [
    shown({ id: 'A', slug: 'a-0001' }),
    shown({ id: 'B', slug: 'b-0001', noise: expands }),
    shown({ id: 'C', slug: 'c-0001', noise: supersedes }),
    shown({ id: 'D', slug: 'd-0001' }),
    shown({ id: 'E', slug: 'e-0001', noise: noise({}) }),
  ];
  const decide = (answer: string) => resolveDecisions(parseAnswer(answer).decisions, list);
  const items = (answer: string) => {
    const resolved = decide(answer);
    expect(resolved.errors).toEqual([]);
    return resolved.items.filter((item) => item.candidateId !== 'E');
  };
  const filtered: ReviewItem = {
    action: 'archive',
    candidateId: 'E',
    archiveReason: 'situational: seen once',
  };

  test('approving promotes, expands or supersedes as marked', () => {
    expect(items('approve 1 2 3')).toEqual([
      { action: 'promote', candidateId: 'A' },
      {
        action: 'expand_existing',
        candidateId: 'B',
        targetSlug: 'old-0001',
        expansionNote: list[1]?.summary ?? '',
      },
      { action: 'supersede', candidateId: 'C', targetSlug: 'old-0002' },
    ]);
  });
  test('all reaches what the message does not name, and never what was put aside', () => {
    expect(
      items('approve all, skip 2, archive 3 "no"').map((item) => [item.candidateId, item.action]),
    ).toEqual([
      ['A', 'promote'],
      ['B', 'skip'],
      ['C', 'archive'],
      ['D', 'promote'],
    ]);
    expect(items('skip all except 4').map((item) => item.candidateId)).toEqual(['A', 'B', 'C']);
    expect(decide('archive all "noise"').items).toContainEqual(filtered);
  });
  test('hold and block are deliveries of an approval', () => {
    expect(items('hold 4, block 1, edit 1 priority 9')).toEqual([
      { action: 'promote', candidateId: 'A', patch: { priority: 9, delivery: 'block' } },
      { action: 'promote', candidateId: 'D', patch: { delivery: 'hold' } },
    ]);
  });
  test('an edit alone keeps the candidate and saves the patch', () => {
    expect(items('edit 1 priority 8, edit 1 summary "new"')).toEqual([
      { action: 'skip', candidateId: 'A', patch: { priority: 8, summary: 'new' } },
    ]);
  });
  test('what the filter put aside is archived with its rule once anything is decided', () => {
    expect(decide('skip 1').items).toContainEqual(filtered);
    expect(decide('').items).toEqual([]);
    expect(decide('show 1').items).toEqual([]);
    expect(decide('show 1').show).toEqual([1]);
    expect(decide('show all').show).toEqual([1, 2, 3, 4, 5]);
  });
  test('unarchive takes it back by number or slug, and it can then be approved', () => {
    for (const answer of ['unarchive 5', 'unarchive e-0001'])
      expect(decide(answer).items).toEqual([{ action: 'skip', candidateId: 'E' }]);
    for (const answer of ['unarchive 5, approve 5', 'approve 5, unarchive e-0001', 'approve 5'])
      expect(decide(answer).items).toEqual([{ action: 'promote', candidateId: 'E' }]);
  });
  test('unarchive of what is not in the list goes by its slug', () => {
    expect(items('unarchive long-gone-0001')).toEqual([
      { action: 'unarchive', candidateId: 'long-gone-0001' },
    ]);
  });
  test('mistakes are named', () => {
    expect(decide('approve 9, edit 7 priority 3, unarchive 12').errors).toEqual([
      'there is no 9 in the list',
      'there is no 7 in the list',
      'there is no 12 in the list',
    ]);
    expect(decide('approve 1, skip 1').errors).toEqual(['1 is decided twice: approve and skip']);
    expect(decide('approve all, skip all').errors).toEqual(['all is decided twice: approve and skip']);
    expect(decide('approve all except 1, skip all').errors).toEqual([
      'all is decided twice: approve and skip',
    ]);
    expect(decide('hold all, hold all').errors).toEqual([]);
    expect(decide('approve 1, approve 1').errors).toEqual([]);
    expect(decide('approve all except 14').errors).toEqual(['there is no 14 in the list']);
    expect(decide('archive 4 5 "no", unarchive 5').errors).toEqual([
      '5 is decided twice: archive and unarchive',
    ]);
  });
  test('every item has a line to confirm', () => {
    const resolved = decide('approve 1 2 3, archive 4 "no", edit 1 priority 8, edit 2 priority 9');
    expect(resolved.confirm).toEqual([
      '1. git stash leaves new files behind: added, delivery context (with priority changed)',
      '2. git stash leaves new files behind: expands old-0001 (with priority changed)',
      '3. git stash leaves new files behind: added, replaces old-0002',
      '4. git stash leaves new files behind: archived, no',
      '5. git stash leaves new files behind: archived, situational: seen once',
    ]);
  });
});

test('the report marks added, skipped and archived', () => {
  const line = (fields: Partial<ReportLine>): ReportLine => ({
    action: 'promote',
    slug: 'a-0001',
    summary: 's',
    tags: ['tool:git'],
    priority: 7,
    reason: null,
    targetSlug: null,
    proposed: false,
    ...fields,
  });
  expect(
    [
      line({}),
      line({ action: 'supersede', targetSlug: 'old-0001' }),
      line({ action: 'expand_existing', targetSlug: 'old-0001' }),
      line({ action: 'skip' }),
      line({ action: 'unarchive' }),
      line({ action: 'archive', reason: 'one-off' }),
      line({ proposed: true }),
    ].map(reportLine),
  ).toEqual([
    '✓ Added: a-0001 (tool:git, priority 7)',
    '✓ Added: a-0001 (tool:git, priority 7), replaces old-0001',
    '✓ Expanded: old-0001 with a-0001',
    '↷ Skipped: a-0001 (will reappear)',
    '↷ Restored: a-0001 (will reappear)',
    '✗ Archived: a-0001 (one-off)',
    '↷ Proposed: a-0001 (waits for your yes in `lessons review`)',
  ]);
});
