import { describe, expect, test } from 'bun:test';
import { obeysNow, switchOf, undoesWork } from './switched.ts';

const change = (said: string, before: string, after: string) => {
  const found = switchOf(said, [before], [after]);
  return found && { by: found.by, denies: found.denies };
};

describe('what the words name of the command before and of the one after them', () => {
  test.each([
    ['we use uv here, not pip', 'pip install httpx', 'uv add httpx'],
    ['jestじゃなくてvitestを使ってください', 'npx jest src', 'npx vitest run src'],
    ['bitte immer pnpm, nicht npm', 'npm install', 'pnpm install'],
    ['لا تستخدم npm، نحن نستخدم pnpm', 'npm install axios', 'pnpm add axios'],
    ['zawsze ./gradlew, nie globalny gradle', 'gradle build', './gradlew build'],
  ])('%s', (said, before, after) => {
    expect(change(said, before, after)).toEqual({ by: 'program', denies: true });
  });

  test('another argument of the same program', () => {
    expect(change('upstream, not origin', 'git push origin x', 'git push upstream x')).toEqual({
      by: 'argument',
      denies: true,
    });
  });

  test('the whole command, with or without its last options', () => {
    const said = 'inside the container: docker compose exec web pytest';
    expect(change(said, 'pytest -q', 'docker compose exec web pytest -q')?.by).toBe('command');
  });

  test('one besides the other denies neither', () => {
    expect(change('now also with pnpm, not just npm', 'npm test', 'pnpm test')?.denies).toBe(false);
  });

  test.each([
    ['a program that was used before takes no place', 'git is enough, no ls', 'git log && ls', 'git diff'],
    ['the same command again', 'use npm, not yarn', 'npm test', 'npm test'],
    ['words that name neither', 'that is wrong', 'npm test', 'pnpm test'],
  ])('not: %s', (_name, said, before, after) => {
    expect(change(said, before, after)).toBeNull();
  });
});

test('a rule is obeyed by a program that was not run before', () => {
  const said = 'run gofmt after every edit';
  expect(obeysNow(said, ['go test ./...'], ['gofmt -w a.go'])).toBe(true);
  expect(obeysNow(said, ['gofmt -l .'], ['gofmt -w a.go'])).toBe(false);
});

test("only the agent's own work is taken back", () => {
  const written = ['/repo/test/a.ts'];
  expect(undoesWork('git mv test/a.ts src/a.ts', written, [])).toBe(true);
  expect(undoesWork('rm other.ts', written, [])).toBe(false);
  expect(undoesWork('git commit --amend -m x', [], ['git commit -m y'])).toBe(true);
  expect(undoesWork('git reset --hard HEAD~1', [], ['git log'])).toBe(false);
});
