import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { compiledLesson } from '../../src/inject/compiled-lesson.ts';
import { matchCall } from '../../src/inject/match.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import type { CompiledLesson } from '../../src/model/compiled.ts';
import type { Delivery } from '../../src/model/lesson.ts';
import { compilePattern } from '../../src/triggers/compile-pattern.ts';

interface Rule {
  id: string;
  /** As a careful author writes it. */
  commandPattern: string;
  /** As most people write it: no anchor, no word of wrappers. */
  plainPattern: string;
}

const folder = new URL('../fixtures/commands/', import.meta.url);
const rules = (JSON.parse(readFileSync(new URL('rules.json', folder), 'utf8')) as { rules: Rule[] }).rules;
/** `tool`: the agent's own tool, where that is not a POSIX shell. */
interface Entry {
  command: string;
  tool?: string;
}
const harmless = lines<Entry & { about: string }>('harmless.jsonl');
const dangerous = lines<Entry & { rule: string }>('dangerous.jsonl');
/** Sets that were written against the starter pack's own lessons, which `about` and `rule` name. */
const packHarmless = lines<Entry & { about: string }>('pack-harmless.jsonl');
const packDangerous = lines<Entry & { rule: string }>('pack-dangerous.jsonl');

function lines<T>(name: string): T[] {
  const text = readFileSync(new URL(name, folder), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as T);
}

function lesson(rule: Rule, field: 'commandPattern' | 'plainPattern', delivery: Delivery): CompiledLesson {
  const compiled = compilePattern(rule[field], 'command');
  if (!compiled.ok) throw new Error(`${rule.id}: ${compiled.reason}`);
  return compiledLesson({
    id: rule.id,
    delivery,
    command: [compiled.pattern],
    priority: 9,
  });
}

function matched({ command, tool = 'Bash' }: Entry, lessons: CompiledLesson[]): string[] {
  const call = { tool: 'Bash', nativeTool: tool, input: { command }, cwd: '/work', paths: [] };
  const context = { project: null, agent: 'claude-code', team: null };
  return matchCall(call, shellView(command, tool), lessons, context).map((match) => match.lesson.slug);
}

describe('commands that mention a dangerous one, and commands that are one', () => {
  const careful = rules.map((rule) => lesson(rule, 'commandPattern', 'block'));
  const plain = rules.map((rule) => lesson(rule, 'plainPattern', 'block'));

  test('the sets are as large as promised, and without repetition', () => {
    expect(harmless.length).toBeGreaterThanOrEqual(300);
    expect(dangerous.length).toBeGreaterThanOrEqual(100);
    const all = [...harmless, ...dangerous].map((each) => `${each.tool}: ${each.command}`);
    expect(new Set(all).size).toBe(all.length);
    const ids = new Set(rules.map((rule) => rule.id));
    expect(
      [...harmless.map((each) => each.about), ...dangerous.map((each) => each.rule)].filter(
        (id) => !ids.has(id),
      ),
    ).toEqual([]);
  });

  test('no harmless command is held or blocked', () => {
    const wrong = harmless.filter((each) => matched(each, careful).length > 0);
    expect(wrong).toEqual([]);
  });

  test('every dangerous variant is', () => {
    const missed = dangerous.filter((each) => !matched(each, careful).includes(each.rule));
    expect(missed).toEqual([]);
  });

  test('with plain patterns too, all but a few that no view can save', () => {
    const wrong = harmless.filter((each) => matched(each, plain).length > 0).map((each) => each.command);
    // The pattern itself says so: it has no end after `~` or `--force`, and `sh` is the start of `shasum`.
    expect(wrong).toEqual([
      'rm -rf ~/.cache/pip',
      'rm -rf "$HOME/.npm/_cacache"',
      'rm -rf $HOME/projects/app/node_modules',
      'curl -s https://x | shasum -a 256',
      'git push --force-with-lease --force-if-includes origin feature/login',
      'curl -s https://example.com/a.sh | shellcheck -',
      'curl -s https://example.com/list | bashlint',
      'curl https://x | sha256sum',
    ]);
    const missed = dangerous.filter((each) => !matched(each, plain).includes(each.rule));
    expect(missed.length / dangerous.length).toBeLessThan(0.1);
  });

  const denying = denyingLessons();

  test('the starter pack holds and blocks none of the harmless commands', () => {
    expect(denying.length).toBeGreaterThan(10);
    const wrong = [...harmless, ...packHarmless].map((each) => ({
      command: each.command,
      by: matched(each, denying),
    }));
    expect(wrong.filter((each) => each.by.length > 0)).toEqual([]);
  });

  test('and every variant of what it is written against, but for those that need more than the command', () => {
    expect(packHarmless.length).toBeGreaterThanOrEqual(300);
    expect(packDangerous.length).toBeGreaterThanOrEqual(150);
    const missed = packDangerous.filter((each) => !matched(each, denying).includes(`starter-${each.rule}`));
    expect(missed.map((each) => each.command)).toEqual([
      // What one command gives is not followed into another, but from `echo` and its like.
      'Get-Item C:\\ | Remove-Item -Recurse -Force',
      'sh -c \'"$0" "$@"\' git push --force',
      "{ echo '#!/bin/sh'; echo 'git push --force'; } > p.sh; sh p.sh",
      // Other languages are looked at, not run.
      'node -e \'const {execSync: x} = require("child_process"); x("git push --force")\'',
      "$a = @('push','--force'); git @a",
      'rm -rf $(echo /)',
    ]);
  });

  test('careful patterns match none of the harmless commands of the pack either', () => {
    const wrong = packHarmless
      .filter((each) => matched(each, careful).length > 0)
      .map((each) => each.command);
    // These patterns say no more than that: any `rm -f /`, any `pkill`, any `mkfs`.
    expect(wrong).toEqual([
      'rm -f / 2>/dev/null || true',
      'pkill -f "python3 -m http.server 8123"',
      'killall -l',
      'mkfs.ext4 -n disk.img',
      'which mkfs.ext4 && mkfs.ext4 -V',
    ]);
  });

  test('of the harmless commands, the raw text would have matched most', () => {
    // Guards the set itself: commands that no pattern could take for a dangerous one prove nothing.
    const raw = harmless.filter((each) => {
      const rule = rules.find((one) => one.id === each.about)!;
      const { source, flags } = flagged(rule.plainPattern);
      return new RegExp(source, flags).test(each.command);
    });
    expect(raw.length).toBeGreaterThan(250);
  });
});

function flagged(pattern: string): { source: string; flags: string } {
  return pattern.startsWith('(?i)')
    ? { source: pattern.slice(4), flags: 'i' }
    : { source: pattern, flags: '' };
}

/** What the starter pack holds or blocks, one lesson a pattern. */
function denyingLessons(): CompiledLesson[] {
  const pack = JSON.parse(readFileSync(new URL('../../packs/starter.json', import.meta.url), 'utf8')) as {
    lessons: { slug: string; delivery?: Delivery; commandPatterns?: string[] }[];
  };
  return pack.lessons
    .filter((each) => each.delivery === 'hold' || each.delivery === 'block')
    .flatMap((each) =>
      (each.commandPatterns ?? []).map((source) =>
        lesson(
          { id: each.slug, commandPattern: source, plainPattern: source },
          'commandPattern',
          each.delivery!,
        ),
      ),
    );
}
