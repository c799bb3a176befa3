import { describe, expect, test } from 'bun:test';
import { operationEntries } from '../../operations/index.ts';
import { findRoute, unknownCommand } from './route.ts';

const saysOf = (...argv: string[]) => unknownCommand(argv, operationEntries).message;

describe('a command that there is not', () => {
  test('a slip of the fingers names the nearest', () => {
    expect(saysOf('lst')).toBe('unknown command "lst", did you mean "list"?');
  });
  test("another program's word names what does it here", () => {
    expect(saysOf('approve')).toBe('unknown command "approve", did you mean "promote"?');
    expect(saysOf('reject', '1')).toBe('unknown command "reject", did you mean "archive"?');
    expect(saysOf('report')).toBe('unknown command "report", did you mean "stats --html FILE"?');
    expect(saysOf('merge', '1', '2')).not.toContain('purge');
  });
  test('a word of Object.prototype is nothing to mean', () => {
    expect(saysOf('constructor')).toBe('unknown command "constructor"');
  });
  test('a command behind something else is not offered as itself', () => {
    expect(saysOf('--', 'list')).toBe('what stands before "list" is no option');
  });
  test('every word that is offered begins with a command', () => {
    for (const word of [
      'accept',
      'undo',
      'why',
      'report',
      'merge',
      'uninstall',
      'status',
      'settings',
      'find',
    ]) {
      const offered = /did you mean "(.*)"/.exec(saysOf(word))?.[1] ?? '';
      expect(findRoute(offered.split(' '), operationEntries)).not.toBeNull();
    }
  });
});
