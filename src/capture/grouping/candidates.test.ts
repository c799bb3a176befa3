import { describe, expect, test } from 'bun:test';
import { episodeOf, tagOf } from '../../../test/support/findings.ts';
import { seededRandom, shuffled } from '../../../test/support/random.ts';
import { ConfigSchema } from '../../model/config.ts';
import type { Episode } from '../../model/episode.ts';
import type { TagFinding } from '../../model/findings.ts';
import { groupFindings } from './candidates.ts';

const config = ConfigSchema.parse({});
const group = (episodes: Episode[], tags: TagFinding[] = []) => groupFindings({ episodes, tags, config });

describe('grouping', () => {
  test('equal errors of one program meet, over sessions and projects', () => {
    const drafts = group([
      episodeOf(),
      episodeOf({ project: '/p/b' }),
      episodeOf({ command: 'npm run biuld', error: 'npm error Missing script: "biuld"', tags: ['tool:npm'] }),
    ]);
    expect(
      drafts.map(({ lesson }) => [lesson.occurrenceCount, lesson.sessionCount, lesson.projectCount]),
    ).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
  });

  test('failures without a message are one where the same command failed', () => {
    const trigger = { toolNames: ['Bash'], commandPatterns: [], pathPatterns: [], errorPatterns: [] };
    const silent = (command: string, tag = 'tool:quayctl') =>
      episodeOf({ command, error: '', kind: 'generic', tags: [tag], trigger });
    const counts = (...episodes: Episode[]) => group(episodes).map(({ lesson }) => lesson.occurrenceCount);
    expect(counts(silent('quayctl berth'), silent('quayctl mend'), silent('quayctl berth'))).toEqual([2, 1]);
    const composed = (command: string) => silent(command, 'tool:quay-compose');
    expect(counts(composed('quay-compose up'), composed('quay-compose rest'))).toEqual([1, 1]);
  });

  test('a path that one of several failing calls named is no trigger of their lesson', () => {
    const read = (...pathPatterns: string[]) =>
      episodeOf({
        kind: 'tool-validation',
        trigger: { toolNames: ['Read'], commandPatterns: [], pathPatterns, errorPatterns: ['EISDIR'] },
      });
    const globs = (...episodes: Episode[]) => group(episodes)[0]!.lesson.pathPatterns;
    expect(globs(read('**/quay/berths'), read('**/quay/piers'))).toEqual([]);
    expect(globs(read('**/quay/berths'), read('**/quay/piers'), read('**/quay/berths'))).toEqual([
      '**/quay/berths',
    ]);
    expect(globs(read('**/quay/berths'))).toEqual(['**/quay/berths']);
  });

  test('the shortest whole example that the same words tell and the same advice answers is shown', () => {
    const told = (mistake: string, remediation = 'Leave the option out.') =>
      episodeOf({ mistake, remediation, timestamp: `2026-01-0${1 + (mistake.length % 9)}T00:00:00.000Z` });
    const long = `Ran \`git gc ${'--quiet '.repeat(9)}\`; it failed.`;
    const mistakeOf = (...episodes: Episode[]) => group(episodes)[0]!.lesson.mistake;
    expect(mistakeOf(told(long), told('Ran `git gc`; it failed.'), told('Ran `g…`.'))).toBe(
      'Ran `git gc`; it failed.',
    );
    for (const other of [
      told('Ran `git gc`.', 'Run it again.'),
      { ...told('Ran `git gc`.'), summary: 'Another' },
    ])
      expect(mistakeOf({ ...told(long), confidence: 1 }, other)).toBe(long);
  });

  test('what one user said of a project is no part of a fix that several projects were given', () => {
    const said = (project: string, verb = 'said') =>
      episodeOf({
        kind: 'user',
        signals: ['user-correction'],
        correction: null,
        project,
        remediation: `Look around first. The user ${verb}: the quay has a crane?`,
      });
    const fixOf = (...episodes: Episode[]) => group(episodes)[0]!.lesson.remediation;
    for (const verb of ['said', 'asked'])
      expect(fixOf(said('/p/a', verb), said('/p/b', verb))).toBe('Look around first.');
    expect(fixOf(said('/p/a'), said('/p/a'))).toContain('a crane');
  });

  test('past calls of a command speak against its pattern, unless the user wants it no more', () => {
    const patterns = (remediation: string, reusable: number) =>
      groupFindings({
        episodes: [episodeOf({ kind: 'user', signals: ['user-correction'], remediation, reusable })],
        tags: [],
        config,
        assess: () => ({ failing: 0, good: 9 }),
      })[0]!.lesson.commandPatterns.length;
    expect(patterns("Don't run `git gc --dry-run`.", 0.6)).toBe(1);
    expect(patterns("Don't run `git gc --dry-run`.", 0.4)).toBe(0);
    expect(patterns('Mend what the user found: it is dry.', 0.6)).toBe(0);
  });

  test('one word of difference in a failure is another mistake', () => {
    expect(group([episodeOf(), episodeOf({ error: "error: unknown option `force-all'" })])).toHaveLength(2);
  });

  test('code that is not to be written is held with the files of the words that forbid it', () => {
    const trigger = (pathPatterns: string[], contentPatterns?: string[]): Episode['trigger'] => ({
      toolNames: ['Edit', 'Write'],
      commandPatterns: [],
      pathPatterns,
      errorPatterns: [],
      ...(contentPatterns && { contentPatterns }),
    });
    const said = (given: Episode['trigger'], confidence: number) =>
      episodeOf({ kind: 'user', error: 'never use kiln.log', trigger: given, confidence });
    const [draft] = group([
      said(trigger(['**/*.ts'], ['\\bkiln\\.log\\b']), 0.9),
      said(trigger(['**/kiln/**']), 0.6),
    ]);
    expect(draft!.lesson.contentPatterns).toEqual(['\\bkiln\\.log\\b']);
    expect(draft!.lesson.pathPatterns).toEqual(['**/*.ts']);
    expect(draft!.lesson.injectOn).toContain('PreToolUse');
  });

  test('another module or folder that is not there is another mistake, the same one is not', () => {
    const module = (name: string) =>
      episodeOf({ kind: 'missing-module', error: `ModuleNotFoundError: No module named '${name}'` });
    expect(group([module('stalls'), module('prices')])).toHaveLength(2);
    expect(group([module('stalls'), module('stalls')])).toHaveLength(1);
    const bundled = (error: string) => episodeOf({ kind: 'missing-module', error });
    const bundler = '✘ [ERROR] Could not resolve "stallkit"';
    expect(group([bundled(bundler), bundled('npm error ERESOLVE could not resolve')])).toHaveLength(2);
    const scoped = (name: string) => bundled(`Error: Cannot find module '@fair/${name}'`);
    expect(group([scoped('stalls'), scoped('prices')])).toHaveLength(2);
    const folder = (path: string) =>
      episodeOf({ kind: 'wrong-directory', error: `bash: line 1: cd: ${path}: No such file or directory` });
    expect(group([folder('/srv/fair'), folder('/srv/shop')])).toHaveLength(2);
    expect(group([folder('/srv/fair'), folder('/opt/fair')])).toHaveLength(1);
  });

  test('what fails here and on another machine, or in a container, is two mistakes, in whatever order they come', () => {
    const absent = (command: string) =>
      episodeOf({ command, kind: 'command-not-found', error: 'bash: line 1: sqlite3: command not found' });
    const places = [
      absent('sqlite3 fair.db .tables'),
      absent("ssh -p 22 w@box 'sqlite3 /srv/fair.db .tables'"),
      absent("cd fair && ssh stall 'sqlite3 fair.db .schema' | head"),
      absent('docker compose exec -T web sqlite3 fair.db .tables'),
      absent('npm run build && ssh box true'),
    ];
    for (const order of [places, [...places].reverse()])
      expect(
        group(order)
          .map(({ episodeIds }) => episodeIds.length)
          .sort(),
      ).toEqual([1, 2, 2]);
    const column = (command: string) =>
      episodeOf({ command, kind: 'bad-query', error: 'Error: in prepare, no such column: total' });
    expect(group([column('sqlite3 a.db "x"'), column("ssh box 'sqlite3 a.db x'")])).toHaveLength(2);
    expect(group([column('sqlite3 a.db "x"'), column('sqlite3 b.db "y"')])).toHaveLength(1);
  });

  test('two slips that the shell tells in the same words are two mistakes', () => {
    const slip = (summary: string, token: string) =>
      episodeOf({
        kind: 'shell-syntax',
        summary,
        error: `bash: eval: line 1: syntax error near unexpected token ${token}`,
      });
    expect(
      group([
        slip('`for /f` is written for cmd.exe, and this shell is none', '`"tokens=5"\''),
        slip('The shell cannot parse the command line near `(`', "`('"),
      ]),
    ).toHaveLength(2);
  });

  test('a file and a socket that a sandbox denies are two mistakes', () => {
    const denied = (summary: string, error: string) => episodeOf({ kind: 'sandbox', summary, error });
    const socket = denied(
      '`python3`: PermissionError: [Errno 1] Operation not permitted',
      'PermissionError: [Errno 1] Operation not permitted',
    );
    const file = denied(
      "`python3`: [Errno 1] Operation not permitted: 'quay/berths'",
      "PermissionError: [Errno 1] Operation not permitted: '/Users/q/Library/Caches/quay/berths'",
    );
    expect(group([socket, file])).toHaveLength(2);
    expect(group([file, { ...file, id: 'again', sessionId: 'other' }])).toHaveLength(1);
  });

  test('does not depend on the order', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      episodeOf({
        error: `error: unknown option \`opt${i % 7}'`,
        sessionId: `s${i % 5}`,
        project: `/p${i % 3}`,
        reusable: (i % 10) / 10,
      }),
    );
    const tags = Array.from({ length: 10 }, (_, i) =>
      tagOf(
        { sessionId: `s${i % 4}` },
        { mistake: `the build number ${i % 3} was started in the wrong folder again` },
      ),
    );
    const expected = JSON.stringify(group(many, tags));
    for (const seed of [1, 2, 3, 4])
      expect(
        JSON.stringify(group(shuffled(many, seededRandom(seed)), shuffled(tags, seededRandom(seed)))),
      ).toBe(expected);
  });

  test('episodes below the threshold make no candidate', () => {
    expect(group([episodeOf({ confidence: 0.49 })])).toEqual([]);
  });

  test('an error that says all there is to say is recalled from its second sighting on', () => {
    const guessed = () =>
      episodeOf({ kind: 'missing-path', error: 'File does not exist.', correction: null });
    const [once] = group([guessed()]).map(({ lesson }) => lesson);
    expect([once?.errorPatterns, once?.injectOn.includes('PostToolUseFailure')]).toEqual([[], false]);
    const [twice] = group([guessed(), guessed()]).map(({ lesson }) => lesson);
    expect(twice?.errorPatterns).toEqual(['unknown option']);
    expect(twice?.injectOn).toContain('PostToolUseFailure');
    const [usage] = group([episodeOf()]).map(({ lesson }) => lesson);
    expect(usage?.injectOn).toContain('PostToolUseFailure');
  });

  test('a candidate has one severity: the worst of its sightings', () => {
    const tagged = (severity: string) => episodeOf({ tags: ['tool:git', `severity:${severity}`] });
    const [draft] = group([tagged('friction'), tagged('friction'), tagged('silent')]);
    expect(draft!.lesson.tags.toSorted()).toEqual(['severity:silent', 'tool:git']);
  });

  test('past calls decide on the trigger', () => {
    const assess = (pattern: string) =>
      pattern.includes('dry-run') ? { failing: 1, good: 40 } : { failing: 1, good: 0 };
    const [draft] = groupFindings({
      episodes: [episodeOf({ command: 'git gc --dry-run --auto' })],
      tags: [],
      config,
      assess,
    });
    expect(draft!.lesson.commandPatterns.join()).not.toContain('dry-run');
    const none = groupFindings({
      episodes: [episodeOf()],
      tags: [],
      config,
      assess: () => ({ failing: 1, good: 9 }),
    });
    expect(none[0]!.lesson.commandPatterns).toEqual([]);
    expect(none[0]!.lesson.reusable).toBeLessThan(0.8);
  });

  test('past calls of its own project decide where a lesson is for one, else those of all', () => {
    const asked = (...episodes: Episode[]) => {
      const projects = new Set<string | undefined>();
      const assess = (_pattern: string, _enough: number, _tools?: readonly string[], project?: string) => {
        projects.add(project);
        return { failing: 1, good: 0 };
      };
      const [draft] = groupFindings({ episodes, tags: [], config, assess });
      return [draft!.lesson.scope, ...projects];
    };
    const missing = (project: string) => episodeOf({ kind: 'command-not-found', project });
    expect(asked(missing('/p/a'))).toEqual(['project:/p/a', '/p/a']);
    expect(asked(missing('/p/a'), missing('/p/b'))).toEqual(['global', undefined]);
    expect(asked(episodeOf({ kind: 'usage', project: '/p/a' }))).toEqual(['global', undefined]);
  });

  test('what an edit tool says of a file that was not read is one lesson, whichever tool it was', () => {
    const unread = (tool: string, name: string) => {
      const error = 'File has not been read yet. Read it first before writing to it.';
      const { failure, ...rest } = episodeOf({ kind: 'stale-edit', error });
      return episodeOf({
        ...rest,
        failure: { ...failure, tool, input: { file_path: `/p/${name}` } },
        summary: `${tool} of ${name} is refused: the file was not read first`,
        trigger: { toolNames: [tool], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
      });
    };
    const drafts = group([unread('Edit', 'a.go'), unread('Edit', 'b.go'), unread('Write', 'c.md')]);
    expect(drafts.map(({ lesson }) => [lesson.summary, lesson.toolNames])).toEqual([
      ['Edit or Write is refused: the file was not read first', ['Edit', 'Write']],
    ]);
  });

  test('where several files were meant none is named, and what was said stays a sentence', () => {
    const missed = (name: string) => {
      const { failure, ...rest } = episodeOf({ kind: 'edit-mismatch', error: 'No match for the old text.' });
      return episodeOf({
        ...rest,
        failure: { ...failure, tool: 'Edit', input: { file_path: `/p/${name}` } },
        summary: `Edit of ${name}: the old text is not in the file as written`,
      });
    };
    const [draft] = group([missed('a.go'), missed('b.go')]);
    expect(draft!.lesson.summary).toBe('Edit: the old text is not in the file as written');
  });

  test('a lesson is recalled by the error that it tells of, however rare, then by the commonest', () => {
    const said = (errorPattern: string, changes: Partial<Episode> = {}) => {
      const { trigger, ...rest } = episodeOf(changes);
      return { ...rest, trigger: { ...trigger, errorPatterns: [errorPattern] } };
    };
    const [draft] = group([
      ...['old words', 'old words', 'newer words', 'newer words', 'newest words'].map((each) => said(each)),
      said('words of the surest', { confidence: 0.95 }),
    ]);
    expect(draft!.lesson.errorPatterns).toEqual(['words of the surest', 'newer words', 'old words']);
  });

  test('what a shell makes of a line is one lesson, whatever it complains of first', () => {
    const shell = (error: string, summary: string) => episodeOf({ kind: 'shell-syntax', error, summary });
    const summary = 'Backticks inside double quotes are run as a command, not kept as text';
    const ticks = (name: string) => shell(`zsh:1: command not found: ${name}`, summary);
    expect(group([ticks('berth'), ticks('tideHeights')])).toHaveLength(1);
    const other = shell('zsh:1: command not found: quay', 'A list in a variable stays one word in zsh');
    expect(group([ticks('berth'), other])).toHaveLength(2);
  });

  test('the command line of Windows that opens and does nothing is one lesson, whatever it was to run', () => {
    const opened = (command: string, program: string) =>
      episodeOf({
        command,
        kind: 'usage',
        error: 'Microsoft Windows [Version 10.0.19045.1]',
        tags: [`tool:${program}`],
      });
    expect(
      group([opened('cmd /c "dir /b"', 'dir'), opened('cmd.exe /c "sc stop berth"', 'sc')]),
    ).toHaveLength(1);
  });

  test('which name a linter misses first, where it is given single files, is no lesson of its own', () => {
    const missed = (name: string) =>
      episodeOf({
        kind: 'usage',
        error: `a.go:3:7: undefined: ${name} (typecheck)`,
        summary: `\`quaylint run\` on single files of a package misses \`${name}\``,
      });
    expect(group([missed('openBerth'), missed('TideAt')])).toHaveLength(1);
  });

  test('a remote that one repository lacks is nothing to tell in another', () => {
    const scopeOf = (error: string, ...projects: string[]) =>
      groupFindings({
        episodes: projects.map((project) => episodeOf({ kind: 'git-state', project, error })),
        tags: [],
        config,
      }).map(({ lesson }) => lesson.scope);
    const remote = "fatal: 'quay' does not appear to be a git repository";
    expect(scopeOf(remote, '/p/a')).toEqual(['project:/p/a']);
    expect(scopeOf(remote, '/p/a', '/p/b')).toEqual(['global']);
    const ignored = 'The following paths are ignored by one of your .gitignore files:\ndocs';
    expect(scopeOf(ignored, '/p/a')).toEqual(['project:/p/a']);
    expect(scopeOf('fatal: Need to specify how to reconcile divergent branches.', '/p/a')).toEqual([
      'global',
    ]);
  });

  test('a remedy that only the tools of one agent take is for that agent', () => {
    const denied = (more: object) =>
      episodeOf({
        kind: 'sandbox',
        project: '/p/a',
        trigger: {
          toolNames: ['Bash'],
          commandPatterns: [],
          pathPatterns: [],
          errorPatterns: ['not permitted'],
        },
        remediation:
          'The same command worked with `sandbox_permissions: require_escalated`: ask for it at once.',
        ...more,
      });
    const scopes = (...episodes: Episode[]) => group(episodes).map(({ lesson }) => lesson.scope);
    expect(scopes(denied({ agent: 'codex' }))).toEqual(['agent:codex']);
    expect(scopes(denied({ agent: 'codex' }), denied({ agent: 'qwen-code' }))).toEqual(['project:/p/a']);
    expect(scopes(denied({ agent: 'codex', remediation: 'Write into a folder of your own.' }))).toEqual([
      'project:/p/a',
    ]);
  });

  test('a flag that other projects know is for the one that does not; a state of things is for none', () => {
    const assess = (_pattern: string, _enough: number, _tools?: readonly string[], project?: string) =>
      project === '/p/a' ? { failing: 1, good: 0 } : { failing: 1, good: 9 };
    const scopeOf = (episode: Episode) => {
      const [draft] = groupFindings({ episodes: [episode], tags: [], config, assess });
      return [draft!.lesson.scope, draft!.lesson.commandPatterns.length];
    };
    expect(scopeOf(episodeOf({ kind: 'usage', project: '/p/a' }))).toEqual(['project:/p/a', 1]);
    expect(scopeOf(episodeOf({ kind: 'usage', project: '/p/b' }))).toEqual(['global', 0]);
    expect(scopeOf(episodeOf({ kind: 'shell-syntax', project: '/p/a' }))).toEqual(['global', 0]);
    const unnamed = { kind: 'usage', project: '/p/a', error: 'error: it did not work', correction: null };
    expect(scopeOf(episodeOf({ ...unnamed, command: 'ship release --keep all' }))).toEqual(['global', 0]);
  });

  test('a pattern is left out where another one meets its command as well', () => {
    const at = (command: string, pattern: string) =>
      episodeOf({
        command,
        error: 'error: missing required option --pier',
        trigger: { toolNames: ['Bash'], commandPatterns: [pattern], pathPatterns: [], errorPatterns: [] },
      });
    const north = at('skiff send north', '\\bskiff\\s+send\\s+north\\b(?!.*--pier)');
    const south = at('skiff send south', '\\bskiff\\s+send\\b(?!.*--pier)');
    const raft = at('raft send south', '\\braft\\s+send\\b(?!.*--pier)');
    const [draft] = group([north, south, raft]);
    expect(draft!.lesson.commandPatterns.toSorted()).toEqual(
      [south, raft].map((each) => each.trigger.commandPatterns[0]!).sort(),
    );
    expect(group([north])[0]!.lesson.commandPatterns).toEqual(north.trigger.commandPatterns);
  });

  test('which sightings give a pattern does not depend on where the files lie, which the ids tell', () => {
    const places = Array.from({ length: 9 }, (_, index) => `pier${index}`);
    const sightings = (idOf: (index: number) => string) =>
      places.map((place, index) =>
        episodeOf({
          id: idOf(index),
          sessionId: `s${index}`,
          timestamp: `2026-01-0${index + 1}T00:00:00.000Z`,
          command: `skiff send ${place}`,
          error: 'error: missing required option --pier',
          trigger: {
            toolNames: ['Bash'],
            commandPatterns: [`\\bskiff\\s+send\\s+${place}\\b`],
            pathPatterns: [],
            errorPatterns: [],
          },
        }),
      );
    const patterns = (idOf: (index: number) => string) => group(sightings(idOf))[0]!.lesson.commandPatterns;
    expect(patterns((index) => `e${9 - index}`)).toEqual(patterns((index) => `e${index}`));
  });

  test('a pattern that past calls refuse is no reason for the words of its sighting', () => {
    const refused = episodeOf({ summary: 'has a pattern', confidence: 0.8 });
    const sure = episodeOf({ summary: 'is sure', trigger: { ...refused.trigger, commandPatterns: [] } });
    const summary = (good: number) => {
      const [draft] = groupFindings({
        episodes: [sure, refused],
        tags: [],
        config,
        assess: () => ({ failing: 2, good }),
      });
      return draft!.lesson.summary;
    };
    expect([summary(0), summary(9)]).toEqual(['has a pattern', 'is sure']);
  });

  test('tags: near-duplicates join, the words of the tag are used, its trigger too', () => {
    const drafts = group(
      [],
      [tagOf(), tagOf({}, { mistake: 'git stash pop after a rebase loses the index that was staged' })],
    );
    expect(drafts).toHaveLength(1);
    const { lesson } = drafts[0]!;
    expect(lesson.source).toBe('structured');
    expect(lesson.confidence).toBeGreaterThanOrEqual(0.85);
    expect(lesson.occurrenceCount).toBe(2);
    expect(lesson.commandPatterns).toEqual(['(?<![\\w.-])git\\s+stash\\s+pop(?![\\w:./-])']);
  });

  test('a session that was resumed is no other session, also where only its tag tells that', () => {
    const told = tagOf({ sessionId: 'first' });
    const again = { ...told, id: 'z', file: 'b.jsonl', sessionId: 'resumed' };
    const later = tagOf(
      { sessionId: 'resumed' },
      { mistake: 'git stash pop loses the index after a rebase' },
    );
    const [draft, ...others] = group([], [told, again, later]);
    expect(others).toEqual([]);
    expect(draft!.lesson).toMatchObject({ occurrenceCount: 2, sessionCount: 1 });
  });

  test('tags of a format without ids of records say nothing of whose session it was', () => {
    const [draft] = group([], [tagOf({ uuid: null }), tagOf({ uuid: null })]);
    expect(draft!.lesson).toMatchObject({ occurrenceCount: 2, sessionCount: 2 });
  });

  test('words of the user are not told after a failure', () => {
    const trigger = { toolNames: [], commandPatterns: [], pathPatterns: [], errorPatterns: [] };
    const told = (kind: string) => group([episodeOf({ kind, trigger })])[0]!.lesson.injectOn;
    expect([told('user'), told('usage')].map((on) => on.includes('PostToolUseFailure'))).toEqual([
      false,
      true,
    ]);
  });

  test('a rule of the user is told at the start of a session, a single mistake is not', () => {
    const rule = episodeOf({ kind: 'user', signals: ['user-correction', 'user-rule'] });
    expect(group([rule])[0]!.lesson.injectOn).toContain('SessionStart');
    expect(group([episodeOf()])[0]!.lesson.injectOn).not.toContain('SessionStart');
  });
});

describe('what is said in the same words of other things', () => {
  const rule = (said: string) =>
    episodeOf({
      kind: 'user',
      command: 'make setup',
      error: said,
      signals: ['user-correction'],
      trigger: { toolNames: ['Bash'], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    });

  test('rules about other programs are other rules', () => {
    const said = ['Never use npm here, always use pnpm.', 'Never use pip here, always use uv.'];
    expect(group(said.map(rule), [])).toHaveLength(2);
    expect(group([rule(said[0]!), rule('Please never use npm, always use pnpm here!')], [])).toHaveLength(1);
  });

  test('a rule about another name in the same words is another rule', () => {
    const about = (name: string) => rule(`Always use ${name} instead of npm for the scripts in this repo.`);
    expect(group([about('zorbl'), about('quux')], [])).toHaveLength(2);
    const port = (free: number) => rule(`Port 3000 is taken by my own server, always use ${free}.`);
    expect(group([port(3100), port(3101)], [])).toHaveLength(2);
    const twice = ['never use `as any` in this repo', 'never use as any here in this repo'];
    expect(group(twice.map(rule), [])).toHaveLength(1);
  });

  test('tags about other programs are other lessons', () => {
    const told = (bad: string, good: string) =>
      tagOf(
        {},
        {
          mistake: `Used ${bad} in this repository where ${good} is required`,
          remediation: `Use ${good} in this repository instead of ${bad}`,
          trigger: null,
        },
      );
    expect(group([], [told('npm', 'pnpm'), told('pip', 'uv')])).toHaveLength(2);
    expect(group([], [told('npm', 'pnpm'), told('npm', 'pnpm again')])).toHaveLength(1);
  });

  test('the same refusal of another program is another mistake', () => {
    const error = (program: string) =>
      `${program}: error: unknown option --forse while reading the arguments of the given command line`;
    const refused = (program: string) =>
      episodeOf({
        command: `${program} push --forse`,
        error: error('ctl'),
        tags: [`tool:${program}`, 'topic:usage'],
      });
    expect(group([refused('alphactl'), refused('betactl')], [])).toHaveLength(2);
    expect(group([refused('alphactl'), refused('alphactl')], [])).toHaveLength(1);
  });
});

describe('a tag and the failure that it tells of', () => {
  const failing = (file: string, line: number) =>
    episodeOf({
      command: 'git stash pop',
      error: 'error: conflicts in index. Try without --index.',
      file,
      sessionId: 'one',
      failure: {
        line,
        uuid: null,
        toolUseId: 'toolu_00000000000000009999',
        tool: 'Bash',
        input: { command: 'git stash pop' },
        error: 'error: conflicts in index. Try without --index.',
      },
    });

  test('are one candidate with the evidence of both', () => {
    const told = tagOf({ file: 'a.jsonl', line: 20, sessionId: 'one' });
    const drafts = group([failing('a.jsonl', 12)], [told]);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]!.tagIds).toHaveLength(1);
    expect(drafts[0]!.episodeIds).toHaveLength(1);
    expect(drafts[0]!.lesson.source).toBe('structured');
  });

  test('stay two where the tag comes first, from far away or from another session', () => {
    for (const place of [
      { file: 'a.jsonl', line: 3, sessionId: 'one' },
      { file: 'a.jsonl', line: 900, sessionId: 'one' },
      { file: 'b.jsonl', line: 20, sessionId: 'two' },
    ])
      expect(group([failing('a.jsonl', 12)], [tagOf(place)])).toHaveLength(2);
  });

  test('stay two where the tag is about another subcommand than failed, or then worked', () => {
    const tagged = (trigger: string) =>
      tagOf(
        { file: 'a.jsonl', line: 20, sessionId: 'one' },
        { trigger, mistake: 'git stash drop, after an index conflict, loses what the pop left' },
      );
    const worked = {
      line: 13,
      toolUseId: 'x',
      tool: 'Bash',
      input: { command: 'git stash apply && git merge topic' },
    };
    const episode = { ...failing('a.jsonl', 12), correction: worked };
    expect(group([episode], [tagged('git rebase main')])).toHaveLength(2);
    for (const trigger of ['git stash drop', 'git merge topic', 'the shell'])
      expect(group([episode], [tagged(trigger)])).toHaveLength(1);
  });
});
