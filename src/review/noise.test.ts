import { describe, expect, test } from 'bun:test';
import { candidateOf } from '../../test/support/candidates.ts';
import type { Lesson } from '../model/lesson.ts';
import { contradictions, directives } from './directives.ts';
import { prepareInstructions } from './instructions.ts';
import { contradictionIndex, judgeNoise, type NoiseInput, saidAlready, subCase } from './noise.ts';

function judge(fields: Partial<Lesson>, input: Partial<NoiseInput> = {}) {
  return judgeNoise({
    candidate: candidateOf(fields),
    identical: [],
    similar: [],
    opposed: [],
    instructions: prepareInstructions([]),
    met: null,
    ...input,
  });
}

test('an ordinary candidate stands', () => {
  expect(judge({})).toBeNull();
});

test('a candidate without any trigger stands', () => {
  expect(judge({ toolNames: [], commandPatterns: [], pathPatterns: [], errorPatterns: [] })).toBeNull();
});

describe('exact duplicates', () => {
  test('of an active lesson', () => {
    const active = candidateOf({ status: 'active', slug: 'known-0001' });
    expect(judge({}, { identical: [active] })).toEqual({
      rule: 'exact-duplicate',
      reason: 'same content as the active lesson known-0001',
      proposal: 'archive',
      targetSlug: 'known-0001',
      needsHumanFix: false,
    });
  });
  test('of one that was archived, with why', () => {
    const archived = candidateOf({ status: 'archived', slug: 'old-0001', archiveReason: 'one-off' });
    expect(judge({}, { identical: [archived] })).toMatchObject({
      rule: 'exact-duplicate',
      reason: 'same content as old-0001, which was archived: one-off',
      proposal: 'archive',
    });
  });
  test('of an earlier candidate, but not of itself nor of a later one', () => {
    const first = candidateOf({ slug: 'first-0001', number: 1 });
    const later = candidateOf({ number: 900_000 });
    expect(judge({ number: 2 }, { identical: [first] })).toMatchObject({ targetSlug: 'first-0001' });
    expect(judge({ number: 2 }, { identical: [later] })).toBeNull();
    const own = candidateOf({});
    expect(judge(own, { candidate: own, identical: [own] })).toBeNull();
  });
});

describe('near-duplicates of an active lesson', () => {
  const active = candidateOf({ status: 'active', slug: 'stash-0001' });
  test('below 0.5 they stand, from 0.5 they do not', () => {
    expect(judge({}, { similar: [{ lesson: active, similarity: 0.49 }] })).toBeNull();
    expect(judge({}, { similar: [{ lesson: active, similarity: 0.5 }] })).toEqual({
      rule: 'near-duplicate',
      reason: '50% like the active lesson stash-0001 and adds nothing to it',
      proposal: 'archive',
      targetSlug: 'stash-0001',
      needsHumanFix: false,
    });
  });
  test('one that adds a trigger expands it', () => {
    expect(
      judge({ commandPatterns: ['^git stash push$'] }, { similar: [{ lesson: active, similarity: 0.8 }] }),
    ).toBeObject();
    expect(
      judge({ commandPatterns: ['^git checkout\\b'] }, { similar: [{ lesson: active, similarity: 0.8 }] }),
    ).toMatchObject({
      rule: 'expands-active',
      proposal: 'expand_existing',
      targetSlug: 'stash-0001',
      reason: '80% like the active lesson stash-0001; adds the trigger git checkout',
    });
  });
  test('a failure of another tool stands, however alike its words', () => {
    const usage = (program: string, flag: string): Partial<Lesson> => ({
      summary: `\`${program} run\` does not accept \`${flag}\``,
      commandPatterns: [`\\b${program}\\s+run\\b.*${flag}\\b`],
      tags: [`tool:${program}`, 'topic:usage'],
    });
    const similar = [
      { lesson: candidateOf({ ...usage('kilnctl', '--heat'), status: 'active' }), similarity: 0.9 },
    ];
    expect(judge(usage('ovenctl', '--warm'), { similar })).toBeNull();
    expect(judge(usage('kilnctl', '--warm'), { similar })).toMatchObject({ rule: 'expands-active' });
    expect(judge({ ...usage('ovenctl', '--warm'), tags: ['topic:usage'] }, { similar })).toMatchObject({
      rule: 'expands-active',
    });
    expect(judge({ ...usage('ovenctl', '--warm'), source: 'structured' }, { similar })).toMatchObject({
      rule: 'expands-active',
    });
  });
  test('another writing of the same pattern adds nothing', () => {
    for (const pattern of ['\\bgit\\s+stash\\b', '(?<![\\w.-])git\\s+stash(?![\\w:./-])'])
      expect(subCase(candidateOf({ commandPatterns: [pattern] }), active)).toBeNull();
  });
  test('new code in the fix, or many new words, add something', () => {
    expect(subCase(candidateOf({ remediation: 'Run git stash --include-untracked.' }), active)).toBe(
      '`--include-untracked`',
    );
    expect(
      subCase(
        candidateOf({
          remediation: 'Commit work to a scratch branch, switch over, then cherry pick backwards',
        }),
        active,
      ),
    ).toMatch(/commit, work, scratch, branch…/);
  });
});

describe('what an active lesson says already', () => {
  const active = candidateOf({ status: 'active', slug: 'stash-0001' });
  const alike = (fields: Partial<Lesson>, similarity = 0.8) =>
    saidAlready({ candidate: candidateOf(fields), similar: [{ lesson: active, similarity }] });
  test('is all that a candidate has to say', () => {
    expect(alike({})).toBe(active);
    expect(alike({}, 0.49)).toBeNull();
    expect(alike({ commandPatterns: ['^git checkout\\b'] })).toBeNull();
  });
  test('is not the opposite', () => {
    const rule = { ...active, remediation: 'Use tabs to indent.' };
    const candidate = candidateOf({ remediation: 'Never use tabs to indent.' });
    expect(saidAlready({ candidate, similar: [{ lesson: rule, similarity: 0.9 }] })).toBeNull();
  });
});

describe('contradictions', () => {
  const active = candidateOf({
    status: 'active',
    slug: 'use-npm-0001',
    summary: 'install packages with npm',
    mistake: 'Packages were installed with pnpm, which this project has no lockfile for.',
    remediation: 'Use `npm install` instead of `pnpm install`.',
  });
  const opposite = {
    summary: 'install packages with pnpm',
    mistake: 'Packages were installed with npm, and the pnpm lockfile of this project went stale.',
    remediation: 'Use `pnpm install` instead of `npm install`.',
  };
  test('a newer lesson that says the opposite proposes to supersede, even where it is nearly the same text', () => {
    const candidate = candidateOf(opposite);
    expect(
      judge(candidate, {
        candidate,
        opposed: contradictionIndex([active])(candidate),
        similar: [{ lesson: active, similarity: 0.9 }],
      }),
    ).toEqual({
      rule: 'contradicts-active',
      reason: 'says the opposite of the active lesson use-npm-0001 about "pnpm install"',
      proposal: 'supersede',
      targetSlug: 'use-npm-0001',
      needsHumanFix: false,
    });
  });
  test('the opposite about another matter is none', () => {
    const other = candidateOf({
      summary: 'keep the registry mirror quiet',
      mistake: 'Nightly mirror synchronisation saturated bandwidth.',
      remediation: 'Never `pnpm install` during synchronisation; wait until the mirror reports idle.',
    });
    expect(judge(other, { candidate: other, opposed: contradictionIndex([active])(other) })).toBeNull();
  });
  test('agreement is none', () => {
    expect(contradictionIndex([active])(candidateOf({ remediation: 'Use `npm install` here.' }))).toEqual([]);
  });
  test.each([
    ['Use pnpm instead of npm', ['pnpm'], ['npm']],
    [
      'Never use `git push --force`; run `git push --force-with-lease`',
      ['git push --force-with-lease'],
      ['git push --force'],
    ],
    ['Always run make check before pushing', ['make check'], []],
    ['Prefer rg over grep', ['rg'], ['grep']],
    ["Don't run sudo pip", [], ['sudo pip']],
    ['Do not use it', [], []],
    ['Use npm here.', ['npm'], []],
    ['Never run make install from there; it needs root.', [], ['make install']],
    ['rather than using cat, use sed', ['sed'], ['cat']],
  ])('%j', (text, does, donts) => {
    const found = directives(text);
    expect([...found.does]).toEqual(does);
    expect([...found.donts]).toEqual(donts);
  });
  test('are symmetric', () => {
    const a = directives('Use tabs.');
    const b = directives('Never use tabs.');
    expect(contradictions(a, b)).toEqual(['tabs']);
    expect(contradictions(b, a)).toEqual(['tabs']);
  });
});

describe("the agent's own instructions", () => {
  const instructions = prepareInstructions([
    {
      path: 'CLAUDE.md',
      text: '# Rules\n\n- Run the unit tests with `make test-unit`, never with bare pytest.\n- Quote paths that hold spaces.\n',
    },
  ]);
  test('what they already say is proposed for archive', () => {
    expect(judge({ remediation: 'Run unit tests with `make test-unit`.' }, { instructions })).toMatchObject({
      rule: 'in-instructions',
      proposal: 'archive',
      reason: 'CLAUDE.md already says: "Run the unit tests with `make test-unit`, never with bare pytest."',
    });
  });
  test('the opposite of what they say is not', () => {
    expect(
      judge(
        { remediation: 'Run unit tests with bare pytest, never with `make test-unit`.' },
        { instructions },
      ),
    ).toBeNull();
  });
  test('other code on the same topic is not', () => {
    expect(judge({ remediation: 'Run unit tests with `make test-all`.' }, { instructions })).toBeNull();
  });
});

describe('no concrete remediation', () => {
  test.each(['Pass `--env`.', 'Run `make check`.', 'Use --locked.'])(
    '%j is short, and says what to do',
    (remediation) => {
      expect(judge({ remediation })).toBeNull();
    },
  );

  test.each([
    ['', 'no remediation is known'],
    ['Fix it.', 'the remediation is too short to act on'],
    ['Be more careful next time around', 'the remediation names nothing to do'],
    ['Check the documentation of it', 'the remediation names nothing to do'],
    ['No fix was seen in this session.', 'no fix was seen'],
  ])('%j is kept for a human', (remediation, why) => {
    expect(judge({ remediation })).toEqual({
      rule: 'no-remediation',
      reason: `${why}: kept, needs a human's fix, told at session start only`,
      proposal: 'keep',
      targetSlug: null,
      needsHumanFix: true,
    });
  });
  test('a vague opening with something to do stands', () => {
    expect(judge({ remediation: 'Check the output with `git status`.' })).toBeNull();
  });
});

describe('situational', () => {
  test('seen once and of no use elsewhere', () => {
    expect(
      judge({ reusable: 0.1, remediation: 'Open the renamed module and edit the second table there.' }),
    ).toMatchObject({ rule: 'situational', proposal: 'archive' });
  });
  test('a fix that is all paths and ids', () => {
    expect(judge({ remediation: 'Open /home/me/app/a.ts:14 at 3f2a9bc01 #412' })).toMatchObject({
      rule: 'situational',
      reason: 'the fix names only paths, numbers and ids of one session',
    });
  });
  test('one occasion', () => {
    expect(
      judge({ mistake: 'There was a merge conflict in the changelog that stopped the rebase.' }),
    ).toMatchObject({
      rule: 'situational',
      reason: 'about one occasion ("merge conflict in"), with no general rule',
    });
  });
  test.each<[string, Partial<Lesson>]>([
    ['a general rule', { remediation: 'Always edit the second table of the renamed module by hand.' }],
    ['a second session', { sessionCount: 2 }],
    ['a tag of the agent', { source: 'structured' }],
    ["a user's correction", { signals: ['user-correction'] }],
    ['a writ', { source: 'writ' }],
  ])('%s saves it', (_name, fields) => {
    const once = { reusable: 0.1, remediation: 'Open the renamed module and edit the second table there.' };
    expect(judge({ ...once, ...fields })).toBeNull();
  });
});

test('the same input gives the same verdict', () => {
  const input = {
    similar: [{ lesson: candidateOf({ status: 'active', slug: 's-0001' }), similarity: 0.7 }],
  };
  const fields = { number: 7, slug: 'x-0001' };
  expect(judge(fields, input)).toEqual(judge(fields, input));
});

test('one whose failing calls an active lesson meets is kept, and says so', () => {
  expect(judge({}, { met: { slug: 'known-0001', failing: 3 } })).toEqual({
    rule: 'met-already',
    reason: 'the active lesson known-0001 meets all 3 of its failing calls already',
    proposal: 'keep',
    targetSlug: 'known-0001',
    needsHumanFix: false,
  });
});
