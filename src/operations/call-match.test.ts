import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../test/support/lessons.ts';
import { type TestContext, testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import type { Lesson } from '../model/lesson.ts';
import { homeFiles } from '../platform/paths.ts';
import { ProjectFinder } from '../platform/project.ts';
import { callMatch } from './call-match.ts';
import { rebuildManifest } from './home/rebuild.ts';

let open: TestContext;

/** A context whose store holds these lessons, not compiled yet. */
async function holding(...lessons: Partial<Lesson>[]): Promise<void> {
  open = testContext();
  await (await open.store()).insertLessons(lessons.map((each) => lessonOf(each)));
}

const slugs = async (input: Parameters<typeof callMatch.run>[1]) =>
  (await callMatch.run(open, input)).matched.map((each) => each.slug);

describe('match', () => {
  test('compiles what was not compiled yet, and answers with pattern, view and text', async () => {
    await holding({ slug: 'pip' });
    const { matched, selected } = await callMatch.run(open, {
      tool: 'Bash',
      command: 'cd a && pip install b',
    });
    expect(matched).toMatchObject([
      {
        slug: 'pip',
        matchType: 'command',
        pattern: '\\bpip3? install\\b',
        view: 'shell',
        text: 'pip install b',
      },
    ]);
    expect(selected).toEqual([{ slug: 'pip', full: true }]);
    expect(await slugs({ tool: 'Bash', command: 'echo "pip install b"' })).toEqual([]);
  });

  test('answers by what hooks have where the store cannot be read, and says how old that is', async () => {
    await holding({ slug: 'pip' });
    await rebuildManifest(open);
    await open.close();
    const later = testContext({ home: open.home });
    for (const suffix of ['-wal', '-shm']) rmSync(`${homeFiles.db(open.home)}${suffix}`, { force: true });
    writeFileSync(homeFiles.db(open.home), 'no store');
    for (const explain of [false, true]) {
      const { matched } = await callMatch.run(later, { command: 'pip install b', explain });
      expect(matched.map(({ slug }) => slug)).toEqual(['pip']);
    }
    expect(later.warnings[0]).toMatch(/^the lessons are those of .+ is damaged/);
  });

  test('of equals, the one in the language of the project is told first', async () => {
    const command = 'make test';
    const make = { commandPatterns: ['\\bmake test\\b'], priority: 5 };
    await holding({ ...make, slug: 'plain' }, { ...make, slug: 'of-go', tags: ['lang:go'] });
    const cwd = scratchDir('project');
    const told = async () =>
      (await callMatch.run(open, { tool: 'Bash', command, cwd })).selected.map((each) => each.slug);
    expect(await told()).toEqual(['plain', 'of-go']);
    writeFileSync(join(cwd, 'go.mod'), 'module shop');
    await (await open.store()).upsertProjectRoots([{ root: cwd, project: 'shop' }]);
    await rebuildManifest(open);
    expect(await told()).toEqual(['of-go', 'plain']);
    expect(await slugs({ tool: 'Bash', command, cwd })).toEqual(['of-go', 'plain']);
  });

  test('a worktree that no scan has met is its repository, as it is to the hook; its neighbour is none', async () => {
    await holding({ slug: 'pip', scope: 'project:shop' });
    const folder = scratchDir('worktree');
    await (await open.store()).upsertProjectRoots([{ root: join(folder, 'shop'), project: 'shop' }]);
    mkdirSync(join(folder, 'fix', 'src'), { recursive: true });
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'fix', '.git'), 'gitdir: ../shop/.git/worktrees/fix\n');
    const at = (cwd: string) => slugs({ tool: 'Bash', command: 'pip install b', cwd: join(folder, cwd) });
    expect(await at('fix/src')).toEqual(['pip']);
    expect(await at('fix')).toEqual(['pip']);
    expect(await at('other')).toEqual([]);
  });

  test('a worktree that no scan has met is its repository, also where that lies by itself', async () => {
    await holding({ slug: 'pip', scope: 'project:shop' });
    const folder = scratchDir('bare');
    const known = join(folder, 'known');
    await (await open.store()).upsertProjectRoots([
      { root: known, project: 'shop' },
      { root: join(folder, 'around'), project: 'shop' },
    ]);
    const gitDir = join(folder, 'shop.git', 'worktrees', 'known');
    for (const each of [known, gitDir, join(folder, 'fix', 'src'), join(folder, 'other')])
      mkdirSync(each, { recursive: true });
    writeFileSync(join(known, '.git'), `gitdir: ${gitDir}\n`);
    writeFileSync(join(gitDir, 'commondir'), '../..\n');
    writeFileSync(join(folder, 'fix', '.git'), 'gitdir: ../shop.git/worktrees/fix\n');
    writeFileSync(join(folder, 'other', '.git'), 'gitdir: ../around/other.git/worktrees/a\n');
    await rebuildManifest(open);
    const at = (cwd: string) => slugs({ tool: 'Bash', command: 'pip install b', cwd: join(folder, cwd) });
    expect(await at('known')).toEqual(['pip']);
    expect(await at('fix/src')).toEqual(['pip']);
    expect(await at('other')).toEqual([]);
  });

  test('a repository in a new place is what hooks will know it for, and that is said; another is none', async () => {
    const folder = scratchDir('moved');
    for (const name of ['renamed', 'other']) {
      mkdirSync(join(folder, name, '.git', 'objects'), { recursive: true });
      mkdirSync(join(folder, name, 'src'));
      const url = `https://code.example/${name}.git`;
      writeFileSync(join(folder, name, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
    }
    const { id, root } = new ProjectFinder().of(join(folder, 'renamed'));
    await holding({ slug: 'pip', scope: `project:${id}` });
    await (await open.store()).upsertProjectRoots([{ root: join(folder, 'shop'), project: id }]);
    const at = (cwd: string) => slugs({ tool: 'Bash', command: 'pip install b', cwd: join(folder, cwd) });
    expect(await at('other')).toEqual([]);
    expect(open.warnings).toEqual([]);
    expect(await at('renamed/src')).toEqual(['pip']);
    expect(open.warnings).toEqual([
      expect.stringContaining(`hooks know ${root} as this project from the next`),
    ]);
    expect((await (await open.store()).listProjectRoots()).map((each) => each.root)).not.toContain(root);
  });

  test('an agent that nobody knows is asked for all the same, and named', async () => {
    await holding({ slug: 'pip' });
    expect(await slugs({ tool: 'Bash', command: 'pip install b', agent: 'claud-code' })).toEqual(['pip']);
    expect(open.warnings).toEqual([expect.stringContaining('"claud-code" is none of the agents we know')]);
  });

  test('an agent’s own tool name is its canonical one', async () => {
    await holding({ slug: 'pip' });
    expect(await slugs({ tool: 'run_shell_command', command: 'pip install b', agent: 'gemini-cli' })).toEqual(
      ['pip'],
    );
  });

  test.skipIf(process.platform === 'win32')(
    'a path is the file’s, under either side of a link, as for the hook',
    async () => {
      await holding({
        slug: 'lock',
        toolNames: ['Write'],
        commandPatterns: [],
        errorPatterns: [],
        pathPatterns: ['src/**/*.lock'],
      });
      const folder = scratchDir();
      mkdirSync(join(folder, 'real', 'src'), { recursive: true });
      symlinkSync(join(folder, 'real'), join(folder, 'link'));
      const write = (cwd: string, path: string) =>
        slugs({ tool: 'Write', cwd: join(folder, cwd), path: join(folder, path) });
      expect(await write('real', 'real/src/a.lock')).toEqual(['lock']);
      expect(await write('link', 'real/src/new/a.lock')).toEqual(['lock']);
      expect(await write('real', 'link/src/a.lock')).toEqual(['lock']);
      expect(await write('real', 'other/src/a.lock')).toEqual([]);
    },
  );

  test('--explain says why a lesson on the same words stays silent', async () => {
    await holding({ slug: 'pip' });
    const { explain } = await callMatch.run(open, {
      tool: 'Bash',
      command: 'echo "pip install b"',
      explain: true,
    });
    expect(explain).toMatchObject({
      commands: ['echo ""'],
      near: [{ slug: 'pip', why: expect.stringContaining('only quoted text') }],
    });
  });

  test('--explain keeps to the lessons that are nearest, and says in words when they are told', async () => {
    const others = Array.from({ length: 12 }, (_, n) => ({
      slug: `other-${n}`,
      summary: `pip and topic ${n}`,
      commandPatterns: [`^pip wheel${n}`, `^pip cache${n}`],
    }));
    await holding(...others, {
      slug: 'on-error',
      summary: 'pip install b finds no matching distribution',
      commandPatterns: [],
      injectOn: ['PostToolUseFailure', 'UserPromptSubmit'],
    });
    const { explain } = await callMatch.run(open, {
      tool: 'Bash',
      command: 'pip install b',
      explain: true,
    });
    expect(explain?.near).toHaveLength(5);
    expect(explain?.near[0]).toEqual({
      slug: 'on-error',
      why: 'it is told when its error comes or before a turn about it, not at calls',
    });
    expect(explain?.near[1]?.why).toMatch(
      /^the call does not match \^pip wheel\d+ \(and 1 other pattern\): after "pip" it wants wheel\d+, and there is "install b"$/,
    );
  });

  test('--explain begins with the lessons whose patterns get furthest, and shows how far', async () => {
    const words = Array.from({ length: 8 }, (_, n) => ({
      slug: `words-${n}`,
      summary: `terraform apply in staging, part ${n}`,
      commandPatterns: [`^ansible${n}`],
    }));
    const plan = { summary: 'Nobody looks at a plan', toolNames: ['Bash'] };
    await holding(
      ...words,
      { ...plan, slug: 'other-scope', commandPatterns: ['^terraform apply\\b'], scope: 'project:far' },
      { ...plan, slug: 'prod-only', commandPatterns: ['^terraform apply (?:-\\S+ )*prod\\b', '^tofu apply'] },
    );
    const command = 'cd infra && terraform apply -auto-approve staging';
    const { explain } = await callMatch.run(open, { tool: 'Bash', command, explain: true });
    expect(explain?.near.slice(0, 2)).toEqual([
      { slug: 'other-scope', why: 'it is for project:far, and this call is not' },
      {
        slug: 'prod-only',
        why: 'the call does not match ^terraform apply (?:-\\S+ )*prod\\b (and 1 other pattern): after "terraform apply -auto-approve" it wants prod\\b, and there is "staging"',
      },
    ]);
    expect(explain?.near).toHaveLength(5);
  });

  test('--lesson says why one lesson acts or not, also a candidate', async () => {
    await holding(
      { slug: 'pip' },
      { slug: 'waiting', status: 'candidate', commandPatterns: ['^npm (?:install|i)$'] },
    );
    const why = async (lesson: string, command: string) => {
      const { explain } = await callMatch.run(open, { tool: 'Bash', command, lesson });
      expect(explain?.near.map(({ slug }) => slug)).toEqual([lesson]);
      return explain?.near[0]?.why;
    };
    expect(await why('pip', 'pip install b')).toBe('its trigger matches this call');
    expect(await why('pip', 'pip3 uninstall b')).toContain('there is "uninstall b"');
    expect(await why('waiting', 'npm i')).toBe(
      'it is a candidate, not active; its trigger matches this call',
    );
    expect(await why('waiting', 'npm')).toMatch(/: after "npm" it wants .*, and there the command ends$/);
    expect(callMatch.run(open, { tool: 'Bash', command: 'ls', lesson: 'nope' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('a shell call without its command is wrong usage', async () => {
    await holding();
    for (const input of [{ tool: 'Bash' }, {}, { path: 'a.ts' }])
      expect(callMatch.run(open, input)).rejects.toMatchObject({ code: 'USAGE', exitCode: 2 });
  });

  test('a command alone is a shell call', async () => {
    await holding({ slug: 'pip' });
    expect(await slugs({ command: 'pip install b' })).toEqual(['pip']);
  });
});
