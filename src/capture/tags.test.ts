import { describe, expect, test } from 'bun:test';
import { protocolText } from '../inject/protocol.ts';
import type { TagFinding, TagPlace } from '../model/findings.ts';
import { tagTrigger } from './tag-trigger.ts';
import { parseTags } from './tags.ts';

const place: TagPlace = {
  agent: 'claude-code',
  file: 'a.jsonl',
  line: 7,
  uuid: 'u1',
  sessionId: 's1',
  project: '/p',
  timestamp: null,
  model: null,
  isSubagent: false,
};

const block = (lines: string[]) => ['#lesson', ...lines, '#/lesson'].join('\n');
const good = [
  'tool: Bash',
  'trigger: git stash pop',
  'mistake: git stash pop after a rebase dropped the index that was staged',
  'fix: use git stash apply --index and drop the stash afterwards',
  'severity: data-loss',
  'tags: tool:git, stash',
];

describe('parseTags', () => {
  test('a whole block', () => {
    const { tags, malformed } = parseTags(`Done.\n\n${block(good)}\n\nGoing on.`, place);
    expect(malformed).toEqual([]);
    expect(tags[0]!.fields).toEqual({
      summary: 'git stash pop after a rebase dropped the index that was staged',
      mistake: 'git stash pop after a rebase dropped the index that was staged',
      remediation: 'use git stash apply --index and drop the stash afterwards',
      tool: 'Bash',
      trigger: 'git stash pop',
      severity: 'data-loss',
      tags: ['tool:git', 'topic:stash'],
    });
  });

  test('is the same with CRLF', () => {
    const text = `Done.\n\n${block(good)}\n`;
    const fields = (of: string) => parseTags(of, place).tags[0]?.fields;
    expect(fields(text.replaceAll('\n', '\r\n'))).toEqual(fields(text)!);
  });

  test.each([
    ['all in one line', `#lesson ${good.join('; ')} #/lesson`],
    ['opened and closed beside a field', `#lesson ${good.join('\n')} #/lesson`],
    ['one line within others', `Done.\n#lesson ${good.join(' ')} #/lesson\nGoing on: fix: nothing`],
  ])('%s', (_, text) => {
    expect(parseTags(text, place).malformed).toEqual([]);
    expect(parseTags(text, place).tags[0]?.fields).toEqual(parseTags(block(good), place).tags[0]!.fields);
  });

  test.each([
    'I end with a #lesson tag: mistake: first, then fix: the step, then #/lesson',
    '`#lesson mistake: … fix: … #/lesson` is the form',
    '#lesson tags are counted, also malformed ones',
    'the block ends with #/lesson',
    '#lesson mistake: <what went wrong> fix: <the step that works> #/lesson',
  ])('what only speaks of tags is none: %s', (text) => {
    expect(parseTags(text, place)).toEqual({ tags: [], malformed: [] });
  });

  test('one line without its end is malformed', () => {
    expect(parseTags(`#lesson ${good.join(' ')}`, place).malformed).toMatchObject([
      { reason: 'unterminated' },
    ]);
  });

  test('the protocol and its template count as nothing, in any copy', () => {
    const template = block(['tool: <tool>', 'mistake: <what went wrong>', 'fix: <the step that works>']);
    for (const text of [protocolText(), `Summary:\n${protocolText()}\nend`, template]) {
      expect(parseTags(text, place)).toEqual({ tags: [], malformed: [] });
    }
  });

  test.each([
    ['unterminated', `#lesson\n${good.join('\n')}`],
    ['no fix', block(good.filter((line) => !line.startsWith('fix')))],
    ['no mistake', block(good.filter((line) => !line.startsWith('mistake')))],
    [
      'mistake too short',
      block([...good.filter((line) => !line.startsWith('mistake')), 'mistake: it broke']),
    ],
    [
      'placeholder in fix',
      block([...good.filter((line) => !line.startsWith('fix')), 'fix: <the command that works>']),
    ],
  ])('malformed: %s', (reason, text) => {
    const { tags, malformed } = parseTags(text, place);
    expect(tags).toEqual([]);
    expect(malformed.map((tag) => tag.reason)).toEqual([reason]);
  });

  test('a second opening closes the first as unterminated', () => {
    const { tags, malformed } = parseTags(`#lesson\nmistake: half of one\n${block(good)}`, place);
    expect(tags).toHaveLength(1);
    expect(malformed.map((tag) => tag.reason)).toEqual(['unterminated']);
  });

  test('values go on over lines, unknown keys are ignored, synonyms and bold keys understood', () => {
    const { tags } = parseTags(
      block([
        '**mistake**: the build was started in the',
        '  wrong folder and took the old lock file',
        'weather: sunny and long enough to be a clause',
        '- remediation: change into the package folder before building',
      ]),
      place,
    );
    expect(tags[0]!.fields.mistake).toBe(
      'the build was started in the wrong folder and took the old lock file',
    );
    expect(tags[0]!.fields.remediation).toBe('change into the package folder before building');
  });

  test('values as YAML writes them: below the key, and tags as a list', () => {
    const { tags } = parseTags(
      block([
        'tool: Bash',
        'mistake: >-',
        '  the build was started in the wrong folder',
        '  and took the old lock file',
        'fix: |',
        '  change into the package folder before building',
        'tags:',
        '  - tool:make',
        '  - monorepo',
      ]),
      place,
    );
    expect(tags[0]!.fields).toMatchObject({
      tool: 'Bash',
      mistake: 'the build was started in the wrong folder and took the old lock file',
      remediation: 'change into the package folder before building',
      tags: ['tool:make', 'topic:monorepo'],
    });
  });

  test('words of a script without spaces are not counted by letters; its colon is one', () => {
    const { tags, malformed } = parseTags(
      [
        block(['tool：Bash', 'mistake：上流ブランチ未設定で失敗', 'fix：git push -u origin HEAD を使う']),
        block(['mistake: 失敗した', 'fix: git push -u origin HEAD を使う']),
      ].join('\n'),
      place,
    );
    expect(tags.map(({ fields }) => fields.mistake)).toEqual(['上流ブランチ未設定で失敗']);
    expect(malformed.map(({ reason }) => reason)).toEqual(['mistake too short']);
  });

  test('a summary cut by its author and a prose trigger are replaced, not refused', () => {
    const { tags } = parseTags(
      block([
        ...good.filter((line) => !line.startsWith('trigger')),
        'summary: It is bad to...',
        'trigger: running the tests',
      ]),
      place,
    );
    expect(tags[0]!.fields.summary).not.toContain('...');
    expect(tags[0]!.fields.trigger).toBeNull();
  });

  test.each([
    ['running terraform plan in CI', null],
    ['Editing files without reading them', null],
    ['using npm instead of pnpm', null],
    ['before a git push', null],
    ['ping -c 1 example.org', 'ping -c 1 example.org'],
    ['arping -c 1 example.org', 'arping -c 1 example.org'],
    ['spring init demo', 'spring init demo'],
    ['syncthing serve', 'syncthing serve'],
  ])('prose about a command is no trigger, a program that ends as a gerund does is: %s', (given, kept) => {
    const { tags } = parseTags(
      block([...good.filter((line) => !line.startsWith('trigger')), `trigger: ${given}`]),
      place,
    );
    expect(tags[0]!.fields.trigger).toBe(kept);
  });

  test('inline mentions are no tags', () => {
    expect(parseTags('Write a #lesson block, closed by #/lesson.', place)).toEqual({
      tags: [],
      malformed: [],
    });
  });

  test('a secret that one line tells is taken out of all', () => {
    const secret = 'QCkOfbpnhTMuk2gPhVqa';
    const { tags } = parseTags(
      block([
        'tool: Bash',
        `trigger: deploy --token ${secret}`,
        `mistake: Ran the deploy with the token ${secret} on its command line`,
        'fix: Put the token into the keychain and call deploy without it',
      ]),
      place,
    );
    expect(tags[0]!.fields.mistake).toBe('Ran the deploy with the token [REDACTED] on its command line');
    expect(JSON.stringify(tags)).not.toContain(secret);
  });

  test('nothing of a secret of several words is left', () => {
    const secret = 'Xq7Tb2Lm9Rz4+Vn8/qXHS+j+AUA=';
    const { tags } = parseTags(
      block([...good.slice(0, 2), `mistake: connected with SharedAccessKey=${secret} in the url`, good[3]!]),
      place,
    );
    expect(tags[0]!.fields.mistake).toBe('connected with SharedAccessKey=[REDACTED] in the url');
  });

  test('secrets are redacted, the lesson stays', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { tags } = parseTags(
      block([...good.slice(0, 2), `mistake: pushed with the token ${secret} in the remote url`, good[3]!]),
      place,
    );
    expect(tags).toHaveLength(1);
    expect(JSON.stringify(tags)).not.toContain(secret);
  });

  test('a secret is redacted in the summary, too, where what tells it is cut off there', () => {
    const secret = 'xqzvbnmrt';
    const mistake = `mistake: logged in to the registry by way of the shell, as it stood: echo ${secret} | docker login --password-stdin`;
    const { tags } = parseTags(block([...good.slice(0, 2), mistake, good[3]!]), place);
    expect(tags[0]!.fields.summary).toContain('echo');
    expect(JSON.stringify(tags)).not.toContain(secret);
  });

  test('what is quoted, or written another way, is no tag', () => {
    const quoted = block(good).replace(/^/gm, '> ');
    for (const text of [quoted, block(good).replace('#lesson', '#Lesson')])
      expect(parseTags(text, place)).toEqual({ tags: [], malformed: [] });
  });

  test('the same record gives the same id, another block another', () => {
    const ids = parseTags(`${block(good)}\n${block([...good, 'x: y'])}`, place).tags.map((tag) => tag.id);
    expect(new Set(ids).size).toBe(2);
    expect(parseTags(block(good), place).tags[0]!.id).toBe(ids[0]!);
  });
});

describe('trigger of a tag', () => {
  const triggerFor = (trigger: string) =>
    tagTrigger({ fields: { tool: 'Bash', trigger } } as TagFinding).commandPatterns;

  test('an empty argument is looked for in the raw line', () => {
    const [source] = triggerFor("sed -i ''");
    expect(source).toStartWith('raw:');
    const pattern = new RegExp(source!.slice(4));
    expect(pattern.test("sed -i '' s/a/b/ f")).toBe(true);
    expect(pattern.test('sed -i s/a/b/ f')).toBe(false);
  });

  test('a short flag beside quoted words alone makes no pattern', () => {
    expect(triggerFor("tool -x 'a b'")).toEqual([]);
    expect(triggerFor('tool -x')).toHaveLength(1);
  });
});
