import { expect, test } from 'bun:test';
import { called } from './pattern-words.ts';
import { COMMAND_START, LED_START, runNames } from './run-names.ts';

test.each<[string, string | undefined]>([
  [`${called('gh', 'api')}.*\\s-f`, 'gh api'],
  [`${COMMAND_START}${called('g++').slice('(?<![\\w.-])'.length)}.*x`, 'g++'],
  [`${LED_START}rg(?![\\w:./-])\\s+"`, 'rg'],
  ['(?<![\\w.-])stall\\s+fair(?![\\w-]).*x', undefined],
  ['\\bgh\\s+api\\b.*-f', undefined],
  [`"${called('gh')}"`, undefined],
  [`(?<![\\w.-])(?:gh|hub)(?![\\w:./-]).*x`, undefined],
])('%s begins with: %p', (source, names) => expect(runNames(source)).toBe(names));
