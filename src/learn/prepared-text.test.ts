import { expect, test } from 'bun:test';
import { compiledLesson } from '../inject/compiled-lesson.ts';
import { shellView } from '../inject/shell-view.ts';
import { backtest } from '../triggers/backtest.ts';
import { packView } from '../triggers/call-views.ts';
import { compilePattern } from '../triggers/compile-pattern.ts';
import { called } from '../triggers/pattern-words.ts';
import { matches, PreparedText } from './prepared-text.ts';

test('the back-test and the replay take a line that quotes the command for none that runs it', () => {
  const compiled = compilePattern(`raw:${called('stall', 'add')}.*"--`, 'command');
  if (!compiled.ok) throw new Error(compiled.reason);
  expect(compiled.pattern.runs).toBe('stall add');
  const lesson = compiledLesson({ id: 'a', toolNames: ['Bash'], command: [compiled.pattern] });
  const met = (text: string) =>
    [
      backtest(
        lesson,
        [{ tool: 'Bash', text, view: packView(shellView(text), text), good: 1, failing: 0 }],
        1,
      ).matched === 1,
      matches({ ...lesson, actsAtCalls: true }, new PreparedText('Bash', text, 0)),
    ].join();
  expect(met('cd fair && stall add "--pears"')).toBe('true,true');
  expect(met('stall add "--pears"')).toBe('true,true');
  expect(met('git commit -m \'Do not run stall add "--pears"\'')).toBe('false,false');
});
