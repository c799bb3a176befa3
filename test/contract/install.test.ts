import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { agentInstallers } from '../../src/agents/installers.ts';
import { lessonsHome } from '../../src/platform/paths.ts';
import type { Json } from '../../src/text/json.ts';
import { runCli, runJson } from '../support/cli.ts';
import { scratchDir } from '../support/scratch.ts';
import { INSTALL_SUBJECTS } from './install-subjects.ts';

/** One suite for every agent into which hooks are installed; what an agent has no part in says why. */

const read = (path: string) => readFileSync(path, 'utf8');
const hooksIn = (path: string) => JSON.parse(read(path)).hooks as Record<string, Json[]>;
/** Handlers of an event, whether they stand in groups or not. */
const handlersIn = (path: string, event: string): Json[] =>
  (hooksIn(path)[event] ?? []).flatMap((entry) => (entry['hooks'] as Json[] | undefined) ?? [entry]);
const isOurs = (handler: Json) => JSON.stringify(handler).includes('lessons\\" hook ');
/** Everything below a folder, as path → content, links and modes told apart. */
function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // The data folder, and the cache of a runtime that is run from sources.
    (name) => !/^(?:data|\.bun|\.cache)(?:$|[\\/])/.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const stat = lstatSync(join(folder, name));
      const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : read(join(folder, name));
      return [name, `${(stat.mode & 0o777).toString(8)} ${kind}`];
    }),
  );
}

test('every agent that hooks are installed into is in this suite', () => {
  expect(INSTALL_SUBJECTS.map(({ agent }) => agent).sort()).toEqual(
    agentInstallers.map(({ id }) => id as string).sort(),
  );
});

describe.each(INSTALL_SUBJECTS)(
  'init --agent $agent',
  ({ agent, user, project, events, foreign, timeout }) => {
    function place() {
      const home = scratchDir('install');
      const options = { home: join(home, 'data'), env: { HOME: home }, cwd: home };
      const init = (...args: string[]) => runCli(['init', '--agent', agent, ...args], options);
      return { home, file: join(home, user), options, init };
    }
    const put = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };

    test('hooks of calls hear the tools of MCP servers, and no tool whose name holds one of ours', async () => {
      if (agent === 'cursor') {
        console.log(`${agent}: by its documentation such tools have an event of their own`);
        return;
      }
      const at = place();
      expect((await at.init()).code).toBe(0);
      const groups = at.file.endsWith('.json') ? Object.entries(hooksIn(at.file)) : [];
      const before = groups.filter(([event]) => /^(?:pre|before)tool/i.test(event));
      expect(before.length).toBe(at.file.endsWith('.json') ? 1 : 0);
      const matcher = new RegExp(String(before[0]?.[1][0]?.['matcher'] ?? ''));
      for (const tool of ['mcp__db__query', 'mcp_db_query']) expect(matcher.test(tool)).toBe(true);
      if (matcher.source.startsWith('^'))
        for (const tool of ['TodoWrite', 'BashOutput', 'my_glob', 'not_mcp_db'])
          expect(matcher.test(tool)).toBe(false);
    });

    test('fresh: every event, our command, its time-out; again: unchanged; uninstalled: nothing is left', async () => {
      const at = place();
      const done = await at.init();
      expect(done.stderr).toBe('');
      expect(done.code).toBe(0);
      const text = read(at.file);
      expect(text).toContain(join(at.options.home, 'bin', 'lessons'));
      expect(text).toContain(at.options.home);
      expect(text).toContain('--home');
      if (timeout !== null) {
        expect(Object.keys(hooksIn(at.file))).toEqual(events);
        for (const event of events) {
          expect(handlersIn(at.file, event)).toHaveLength(1);
          const isLonger = /start|prompt|BeforeAgent|sessionEnd/i.test(event);
          const isCut = agent === 'codex' && event === 'SessionEnd';
          expect(handlersIn(at.file, event)[0]).toMatchObject({
            [timeout[0]]: isCut ? 3 : timeout[1] * (isLonger ? 5 : 1),
          });
        }
      }
      expect(statSync(join(at.options.home, 'bin', 'lessons')).mode & 0o111).not.toBe(0);
      const before = treeOf(at.home);
      expect((await at.init()).stdout).toContain('unchanged');
      expect(treeOf(at.home)).toEqual(before);
      expect((await at.init('--uninstall')).code).toBe(0);
      expect(treeOf(at.home)).toEqual({});
    });

    test('with the default data folder the command names none', async () => {
      const home = scratchDir('install');
      const options = { home: lessonsHome({ HOME: home }), env: { HOME: home }, cwd: home };
      expect((await runCli(['init', '--agent', agent], options)).code).toBe(0);
      const text = read(join(home, user));
      expect(text).toContain(join(options.home, 'bin', 'lessons'));
      expect(text).not.toContain('--home');
    });

    test('a dry run says what it would do and writes nothing', async () => {
      const at = place();
      const dry = await at.init('--dry-run');
      expect(dry.stdout).toContain('created');
      expect(dry.stdout).toContain(at.file);
      expect(treeOf(at.home)).toEqual({});
      await at.init();
      const before = treeOf(at.home);
      expect((await at.init('--uninstall', '--dry-run')).code).toBe(0);
      expect(treeOf(at.home)).toEqual(before);
    });

    test('beside someone else’s hooks, behind a link: theirs keep their bytes, and come back byte for byte', async () => {
      const at = place();
      if (foreign === null) {
        // The whole file is ours: someone else's of that name is left alone, and other plugins are not touched.
        put(at.file, 'export const Theirs = async () => ({});\n');
        put(join(dirname(at.file), 'other.js'), 'export const Other = async () => ({});\n');
        const before = treeOf(at.home);
        expect((await at.init()).stdout).toContain('not ours');
        expect((await at.init('--uninstall')).code).toBe(0);
        expect(treeOf(at.home)).toEqual(before);
        return;
      }
      const target = join(at.home, 'dotfiles', 'hooks');
      put(target, foreign);
      chmodSync(target, 0o640);
      mkdirSync(dirname(at.file), { recursive: true });
      symlinkSync(target, at.file);
      const before = treeOf(at.home);
      expect((await at.init()).code).toBe(0);
      expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
      expect(statSync(target).mode & 0o777).toBe(0o640);
      const event = Object.keys(JSON.parse(foreign).hooks)[0]!;
      expect(handlersIn(at.file, event).map(isOurs)).toEqual([false, true]);
      if (foreign.includes('\r\n')) {
        expect(read(at.file)).toContain('12345678901234567890');
        expect(read(at.file)).not.toMatch(/[^\r]\n/);
      }
      const backups = join(at.options.home, 'backups', 'init');
      const copies = readdirSync(backups).filter((name) => name.endsWith('.bak'));
      expect(copies.map((name) => read(join(backups, name)))).toEqual([foreign]);
      expect((await at.init()).stdout).toContain('unchanged');
      expect((await at.init('--uninstall')).code).toBe(0);
      expect(treeOf(at.home)).toEqual(before);
    });

    test('changed by someone else since: only what is ours goes', async () => {
      const at = place();
      await at.init();
      if (foreign === null) {
        writeFileSync(at.file, `${read(at.file)}// a remark\n`);
        expect((await at.init('--uninstall')).code).toBe(0);
        expect(existsSync(at.file)).toBe(false);
        const backups = readdirSync(join(at.options.home, 'backups', 'init'));
        expect(backups.some((name) => name.endsWith('.bak'))).toBe(true);
        return;
      }
      const settings = JSON.parse(read(at.file));
      settings.theirs = true;
      settings.hooks[events[0]!].push({ command: 'theirs' });
      writeFileSync(at.file, JSON.stringify(settings));
      expect((await at.init('--uninstall')).code).toBe(0);
      const left = JSON.parse(read(at.file));
      expect(left.theirs).toBe(true);
      expect(left.hooks).toEqual({ [events[0]!]: [{ command: 'theirs' }] });
    });

    test.each([
      { hooks: {}, n: 1 },
      { hooks: { [events[0]!]: [] }, n: 1 },
      { hooks: { [events[0]!]: [{ command: 'theirs' }] }, n: 1 },
      { n: 1 },
      null,
    ])(
      'changed since: %j is again what it was, what was added with the hooks goes with them',
      async (before) => {
        if (foreign === null) return console.log(`${agent}: no file of someone else's is changed`);
        const at = place();
        if (before !== null) put(at.file, JSON.stringify(before));
        await at.init();
        const settings = JSON.parse(read(at.file));
        writeFileSync(at.file, JSON.stringify({ ...settings, theirs: true }));
        expect((await at.init('--uninstall')).code).toBe(0);
        expect(JSON.parse(read(at.file))).toEqual({ ...before, theirs: true });
      },
    );

    test('a file of ours that was only laid out anew is removed', async () => {
      if (foreign === null) return console.log(`${agent}: the file is a program of ours`);
      const at = place();
      await at.init();
      writeFileSync(at.file, JSON.stringify(JSON.parse(read(at.file))));
      expect((await at.init('--uninstall')).stdout).toContain('removed');
      expect(treeOf(at.home)).toEqual({});
    });

    test('brought up to date after someone changed the file: no older entry of ours comes back', async () => {
      const at = place();
      await at.init();
      const old =
        foreign === null ? ['TIMEOUT_MS = 2000', 'TIMEOUT_MS = 9'] : [join(at.options.home, 'bin'), '/old'];
      writeFileSync(at.file, `${read(at.file).replaceAll(old[0]!, old[1]!)}\n`);
      expect((await at.init()).stdout).toContain('changed');
      expect((await at.init('--uninstall')).stdout).toContain('removed');
      expect(treeOf(at.home)).toEqual({});
    });

    test('an older entry of ours is brought up to date where it stands; one at a dropped event goes', async () => {
      const at = place();
      await at.init();
      const wanted = read(at.file);
      if (foreign === null) {
        writeFileSync(at.file, wanted.replace('TIMEOUT_MS = 2000', 'TIMEOUT_MS = 9'));
      } else {
        const settings = JSON.parse(wanted);
        const last = settings.hooks[events.at(-1)!];
        settings.hooks.Dropped = JSON.parse(JSON.stringify(last));
        writeFileSync(
          at.file,
          `${JSON.stringify(settings, null, 2).replaceAll(join(at.options.home, 'bin'), '/old')}\n`,
        );
      }
      expect((await at.init()).stdout).toContain('changed');
      expect(read(at.file)).toBe(wanted);
    });

    test('a file that is not understood is refused, untouched, and nothing else is written', async () => {
      if (foreign === null)
        return console.log(`${agent}: no file of someone else's is read (own plugin file)`);
      const at = place();
      const event = events.at(-1)!;
      for (const bad of ['{"hooks": {', '[]', '"text"', `{"hooks": {"${event}": {}}}`, '{"hooks": []}']) {
        put(at.file, bad);
        const refused = await at.init();
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain(at.file);
        expect(read(at.file)).toBe(bad);
        expect(existsSync(join(at.options.home, 'backups'))).toBe(false);
      }
    });

    test('an empty file is one without settings, and is empty again afterwards', async () => {
      if (foreign === null) return console.log(`${agent}: no file of someone else's is edited`);
      const at = place();
      for (const blank of ['', '\ufeff\r\n']) {
        put(at.file, blank);
        expect((await at.init()).stdout).toContain('changed');
        expect(Object.keys(hooksIn(at.file)).sort()).toEqual([...events].sort());
        expect((await at.init('--uninstall')).stdout).toContain('restored');
        expect(read(at.file)).toBe(blank);
        expect(await at.init('--uninstall')).toMatchObject({ code: 0, stderr: '' });
      }
    });

    test('at project scope the repository gets the file', async () => {
      const at = place();
      const repository = join(at.home, 'work', 'shop');
      mkdirSync(join(repository, '.git'), { recursive: true });
      mkdirSync(join(repository, 'src'));
      const options = { ...at.options, cwd: join(repository, 'src') };
      const args = ['init', '--agent', agent, '--scope', 'project'];
      expect((await runCli(args, options)).code).toBe(0);
      expect(existsSync(join(repository, project))).toBe(true);
      expect(existsSync(at.file)).toBe(false);
      expect((await runCli([...args, '--uninstall'], options)).code).toBe(0);
      expect(readdirSync(repository).sort()).toEqual(['.git', 'src']);
    });

    test('doctor: not connected, then the installed hook answers in the agent’s own contract', async () => {
      const at = place();
      mkdirSync(dirname(at.file), { recursive: true });
      interface Report {
        agent: string;
        installed: boolean;
        hooks: { events: string[]; missing: string[] }[];
        selfTest: { ok: boolean; detail: string; matchingCall: string } | null;
        channel: string;
        trusted: string;
        problems: string[];
      }
      const ask = async () => {
        const report = await runJson<{ ok: boolean; agents: Report[] }>(['doctor'], at.options);
        return { ...report.agents.find((each) => each.agent === agent)!, ok: report.ok };
      };
      const before = await ask();
      expect(before).toMatchObject({ ok: false, installed: true, hooks: [], selfTest: null });
      expect(before.problems.join()).toContain(`lessons init --agent ${agent}`);
      await at.init();
      const after = await ask();
      expect(after.selfTest).toMatchObject({ ok: true });
      expect(after.selfTest?.matchingCall).toContain('[lessons-learned]');
      expect(after.hooks).toHaveLength(1);
      expect(after.hooks[0]).toMatchObject({ events, missing: [] });
      expect(after.channel).not.toBe('');
      expect(after.trusted).not.toBe('');
    });
  },
);

test('without --agent: every agent whose folder is there, and none else; one broken file stops all', async () => {
  const home = scratchDir('install');
  const options = { home: join(home, 'data'), env: { HOME: home, PATH: '/nonexistent' }, cwd: home };
  mkdirSync(join(home, '.gemini'));
  mkdirSync(join(home, '.codex'));
  const done = await runJson<{ agents: { agent: string; notes: string[] }[] }>(['init'], options);
  expect(done.agents.map(({ agent }) => agent)).toEqual(['codex', 'gemini-cli']);
  expect(done.agents[0]!.notes.join()).toContain('/hooks');
  expect(existsSync(join(home, '.codex', 'config.toml'))).toBe(false);
  expect((await runCli(['init', '--uninstall'], options)).code).toBe(0);
  writeFileSync(join(home, '.gemini', 'settings.json'), '{');
  expect((await runCli(['init'], options)).code).toBe(1);
  expect(readdirSync(join(home, '.codex'))).toEqual([]);
});

test.each(['gemini-cli', 'qwen-code', 'claude-code'])('%s: comments in its settings', async (agent) => {
  const home = scratchDir('install');
  const options = { home: join(home, 'data'), env: { HOME: home, PATH: '/nonexistent' }, cwd: home };
  const init = (...args: string[]) => runCli(['init', '--agent', agent, ...args], options);
  const { user } = INSTALL_SUBJECTS.find((each) => each.agent === agent)!;
  const file = join(home, user);
  const before = '{\n  // dark at night\n  "theme": "dark" /* mine */\n}\n';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, before);
  const done = await init();
  if (agent === 'claude-code') {
    expect(done.code).toBe(1);
    expect(done.stderr).toContain('Take out the comments, which its agent does not read, then');
    expect(read(file)).toBe(before);
    return;
  }
  expect(done.code).toBe(0);
  expect(read(file)).toStartWith('{\n  // dark at night\n  "theme": "dark", /* mine */\n  "hooks": {');
  const report = await runCli(['doctor', '--json'], options);
  expect(report.stdout).toContain(file);
  expect((await init()).stdout).toContain('unchanged');
  writeFileSync(file, read(file).replace('"dark"', '"light"'));
  expect((await init('--uninstall')).code).toBe(0);
  expect(read(file)).toBe(before.replace('"dark"', '"light"'));
});
