import { describe, expect, test } from 'bun:test';
import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { compiledLesson } from './compiled-lesson.ts';
import { matchCall, matchError, namesOperator } from './match.ts';
import { shellView } from './shell-view.ts';

const HERE = { project: 'p1', agent: 'claude-code', team: 'core' };

function pattern(source: string, more: Partial<CompiledPattern> = {}): CompiledPattern {
  return { source, match: source, unless: null, flags: '', view: 'shell', ...more };
}

function lesson(more: Partial<CompiledLesson>): CompiledLesson {
  return compiledLesson({
    id: 'a',
    toolNames: [],
    confidence: 0.9,
    ...more,
  });
}

function bash(command: string): ToolCall {
  return { tool: 'Bash', nativeTool: 'Bash', input: { command }, cwd: '/home/me/app', paths: [] };
}

function background(call: ToolCall, more: Record<string, unknown>, nativeTool = 'Bash'): ToolCall {
  return { ...call, nativeTool, input: { ...call.input, ...more } };
}

function file(
  tool: string,
  path: string,
  input: Record<string, unknown> = {},
  cwd = '/home/me/app',
): ToolCall {
  return { tool, nativeTool: tool, input: { file_path: path, ...input }, cwd, paths: [path] };
}

function hits(call: ToolCall, more: Partial<CompiledLesson>, context = HERE): boolean {
  const command = call.input['command'];
  const view = call.tool === 'Bash' ? shellView(String(command)) : null;
  return matchCall(call, view, [lesson(more)], context).length > 0;
}

test('what the tool runs in the background reads as with an ampersand', () => {
  const waits = { command: [pattern('^npm run dev', { unless: '\\s&$' })] };
  const dev = bash('cd app && npm run dev');
  expect(hits(dev, waits)).toBe(true);
  expect(hits(background(dev, { run_in_background: false }), waits)).toBe(true);
  expect(hits(background(dev, { run_in_background: true }), waits)).toBe(false);
  expect(hits(background(dev, { is_background: true }), waits)).toBe(false);
  expect(hits(background(dev, { persistent: true }, 'Monitor'), waits)).toBe(false);
  const wipes = { command: [pattern('^rm -rf /$')] };
  expect(hits(background(bash('rm -rf /'), { run_in_background: true }), wipes)).toBe(true);
});

describe('commands', () => {
  test('a pattern meets each simple command, and only what is executed', () => {
    const force = { command: [pattern('git push.*--force')] };
    expect(hits(bash('cd x && git push --force'), force)).toBe(true);
    expect(hits(bash('git push && npm install --force'), force)).toBe(false);
    expect(hits(bash('git commit -m "git push --force"'), force)).toBe(false);
  });

  test('a raw pattern meets the text as it stands', () => {
    const raw = { command: [pattern('git push', { view: 'raw' })] };
    expect(hits(bash('echo "git push"'), raw)).toBe(true);
  });

  test('a raw pattern that begins with a command meets a line that runs it, not one that quotes it', () => {
    const raw = { command: [pattern('grep.* "--', { view: 'raw', runs: 'grep' })] };
    const both = { command: [pattern('gh\\s+api.* -f', { view: 'raw', runs: 'gh api' })] };
    expect(hits(bash('cat a | grep "--- b"'), raw)).toBe(true);
    expect(hits(bash('sudo /bin/grep "--- b"'), raw)).toBe(true);
    expect(hits(bash('echo \'cat a | grep "--- b"\''), raw)).toBe(false);
    expect(hits(bash('gh api x -f a=1'), both)).toBe(true);
    expect(hits(bash("gh pr create --body 'gh api x -f a=1'"), both)).toBe(false);
    expect(hits(bash("gh apix 'gh api -f'"), both)).toBe(false);
  });

  test('a raw pattern that names where a line begins meets the line that a shell is handed', () => {
    const raw = { command: [pattern('(?:^|[;&|(]\\s*)apt install\\b', { view: 'raw' })] };
    expect(hits(bash("bash -lc 'apt install jq'"), raw)).toBe(true);
    expect(hits(bash('/bin/zsh -lc "apt install jq"'), raw)).toBe(true);
    expect(hits(bash("bash -lc 'sudo apt install jq'"), raw)).toBe(false);
    expect(hits(bash("git commit -m 'apt install jq'"), raw)).toBe(false);
  });

  test('an exception in any spelling spares the command, but not its neighbour', () => {
    const more = { command: [pattern('^git push', { unless: '-C' })] };
    expect(hits(bash('git -C x push'), more)).toBe(false);
    expect(hits(bash('git -C x push; git push'), more)).toBe(true);
  });

  test('help is never meant, a dry run only where nothing is denied', () => {
    const push = { command: [pattern('^git push.*--force')] };
    expect(hits(bash('git push --force --help'), push)).toBe(false);
    expect(hits(bash('git push --force --dry-run'), { ...push, delivery: 'block' })).toBe(false);
    expect(hits(bash('git push --force --dry-run'), push)).toBe(true);
    expect(hits(bash('git push --dry-run'), { command: [pattern('--dry-run')], delivery: 'block' })).toBe(
      true,
    );
  });

  test('a pattern that names an operator meets what it joins', () => {
    expect(hits(bash('curl -s x | sudo bash'), { command: [pattern('curl.*\\|\\s*bash')] })).toBe(true);
    expect(hits(bash('curl -s x > y; bash z'), { command: [pattern('curl.*\\|\\s*bash')] })).toBe(false);
    expect(hits(bash('cd a && npm test'), { command: [pattern('^cd \\S+ && npm')] })).toBe(true);
    expect([
      namesOperator('a\\|b'),
      namesOperator('a|b'),
      namesOperator('[|]'),
      namesOperator('[^|;&]*x'),
      namesOperator('a && b'),
      namesOperator('a;b'),
      namesOperator('[abc'),
      namesOperator('\\'),
    ]).toEqual(['pipe', null, 'pipe', null, 'list', 'list', null, null]);
  });

  test('a hundred long commands are all seen, where they begin', () => {
    const long = `git log ${'src/a-file-of-twenty '.repeat(400)}\n`;
    const force = { command: [pattern('^git push.*--force')] };
    expect(hits(bash(`${long.repeat(11)}git push --force`), force)).toBe(true);
    expect(hits(bash(`${'git log\n'.repeat(300)}git push --force`), force)).toBe(true);
  });

  test('a broken pattern matches nothing and disturbs nothing', () => {
    expect(hits(bash('git push'), { command: [pattern('('), pattern('git push')] })).toBe(true);
    expect(hits(bash('git push'), { command: [pattern('git push', { unless: '(' })] })).toBe(false);
  });

  test('command patterns do not meet patches that travel as a command', () => {
    const call: ToolCall = {
      ...file('Edit', 'a.sh'),
      nativeTool: 'apply_patch',
      input: { command: '*** Begin Patch\n*** Update File: a.sh\n+git push --force\n*** End Patch' },
    };
    expect(hits(call, { command: [pattern('git push')] })).toBe(false);
    expect(hits(call, { content: [pattern('git push')] })).toBe(true);
  });
});

describe('paths and content', () => {
  const glob = { path: [pattern('src/**/*.ts', { match: '^src/(?:.*/)?[^/]*\\.ts$', view: 'raw' })] };

  test('absolute, relative to the folder, and to any folder above it', () => {
    expect(hits(file('Edit', '/home/me/app/src/a/b.ts'), glob)).toBe(true);
    expect(hits(file('Edit', 'src/b.ts'), glob)).toBe(true);
    expect(hits(file('Edit', '/home/me/app/src/b.ts', {}, '/home/me/app/src'), glob)).toBe(true);
    expect(hits(file('Edit', '../src/b.ts', {}, '/home/me/app/test'), glob)).toBe(true);
    expect(hits(file('Edit', '/elsewhere/x/b.ts'), glob)).toBe(false);
  });

  test('Windows paths', () => {
    expect(hits(file('Edit', 'C:\\app\\src\\b.ts', {}, 'c:\\app'), glob)).toBe(true);
    expect(hits(file('Edit', 'src\\b.ts', {}, 'C:\\app'), glob)).toBe(true);
  });

  test('a glob without a slash is compared with the name', () => {
    const name = { path: [pattern('*.lock', { match: '^[^/]*\\.lock$', view: 'raw' })] };
    expect(hits(file('Edit', '/home/me/app/a/b.lock'), name)).toBe(true);
    expect(hits(file('Edit', '/home/me/app/a/b.lock.ts'), name)).toBe(false);
  });

  test('path and content must both hold, in the same file', () => {
    const both = { ...glob, content: [pattern('console\\.log', { view: 'raw' })] };
    expect(hits(file('Write', 'src/a.ts', { content: 'console.log(1)' }), both)).toBe(true);
    expect(hits(file('Write', 'src/a.md', { content: 'console.log(1)' }), both)).toBe(false);
    expect(hits(file('Edit', 'src/a.ts', { old_string: 'console.log(1)', new_string: 'x' }), both)).toBe(
      false,
    );
    const edits = {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'console.log(2)' },
      ],
    };
    expect(hits(file('Edit', 'src/a.ts', edits), both)).toBe(true);
    const patch = [
      '*** Begin Patch',
      '*** Add File: notes.md',
      '+console.log(1)',
      '*** Update File: src/a.ts',
      '@@',
      '-console.log(0)',
      '+let x = 1',
      '*** End Patch',
    ];
    const call = (lines: string[]): ToolCall => ({
      tool: 'Edit',
      nativeTool: 'apply_patch',
      input: { command: lines.join('\n') },
      cwd: '/home/me/app',
      paths: ['notes.md', 'src/a.ts'],
    });
    expect(hits(call(patch), both)).toBe(false);
    expect(hits(call(patch.map((line) => (line === '+let x = 1' ? '+console.log(1)' : line))), both)).toBe(
      true,
    );
  });

  test('content far behind the first 8 KB is seen', () => {
    const content = `${'x = 1\n'.repeat(3000)}console.log(1)\n`;
    expect(
      hits(file('Write', 'a.ts', { content }), { content: [pattern('console\\.log', { view: 'raw' })] }),
    ).toBe(true);
  });
});

describe('tools, scope and what acts', () => {
  test('canonical names, native names, aliases and whole servers', () => {
    const call: ToolCall = {
      tool: 'Bash',
      nativeTool: 'exec_command',
      input: { command: 'ls' },
      cwd: '/',
      paths: [],
    };
    for (const name of ['Bash', 'bash', 'exec_command', 'shell', '*', 'Read|Bash']) {
      expect({ name, hit: hits(call, { toolNames: [name] }) }).toEqual({ name, hit: true });
    }
    expect(hits(call, { toolNames: ['Read'] })).toBe(false);
    const mcp: ToolCall = {
      tool: 'mcp__db__query',
      nativeTool: 'mcp__db__query',
      input: {},
      cwd: '/',
      paths: [],
    };
    expect(hits(mcp, { toolNames: ['mcp__db__*'] })).toBe(true);
    expect(hits(mcp, { toolNames: ['mcp__d'] })).toBe(false);
  });

  test('a lesson without any trigger never acts, nor one that waits for its error', () => {
    expect(hits(bash('ls'), {})).toBe(false);
    expect(hits(bash('ls'), { toolNames: ['Bash'], error: [pattern('x')] })).toBe(false);
    expect(hits(bash('ls'), { toolNames: ['Bash'], fingerprint: 'f' })).toBe(false);
  });

  test('scope', () => {
    const on = (scope: string): boolean => hits(bash('ls'), { toolNames: ['Bash'], scope });
    expect(['global', 'project:p1', 'team:core', 'agent:claude-code'].map(on)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['project:p2', 'project:', 'team:x', 'agent:codex', 'unknown', 'x:y'].map(on)).not.toContain(true);
    expect(
      hits(bash('ls'), { toolNames: ['Bash'], scope: 'project:p1' }, { ...HERE, project: null as never }),
    ).toBe(false);
  });

  test('a lesson that disturbs too much, or is for another event, stays silent at calls', () => {
    expect(hits(bash('ls'), { toolNames: ['Bash'], actsAtCalls: false })).toBe(false);
    expect(hits(bash('ls'), { toolNames: ['Bash'], injectOn: ['SessionStart'] })).toBe(false);
  });
});

describe('recall by error', () => {
  const recalled = (error: string, fingerprint: string, more: Partial<CompiledLesson>): boolean =>
    matchError(bash('ls'), error, fingerprint, [lesson({ actsAtCalls: false, ...more })], HERE).length > 0;

  test('by pattern at either end of a long error, or by fingerprint', () => {
    const enoent = { error: [pattern('ENOENT')] };
    expect(recalled('Error: ENOENT', '', enoent)).toBe(true);
    expect(recalled(`${'a'.repeat(50_000)} ENOENT`, '', enoent)).toBe(true);
    expect(recalled('fine', '', enoent)).toBe(false);
    expect(recalled('x', 'f1', { fingerprint: 'f1' })).toBe(true);
    expect(recalled('x', '', { fingerprint: null })).toBe(false);
    expect(recalled('x', 'f2', { fingerprint: 'f1' })).toBe(false);
  });

  test('within its tool and scope', () => {
    expect(recalled('ENOENT', '', { error: [pattern('ENOENT')], toolNames: ['Read'] })).toBe(false);
    expect(recalled('ENOENT', '', { error: [pattern('ENOENT')], scope: 'project:p9' })).toBe(false);
  });
});
