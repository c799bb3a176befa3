import { describe, expect, test } from 'bun:test';
import { isProportional } from '../../../../test/support/growth.ts';
import { asLogged, lookedAt, startedLog, unreadLogs } from './output-files.ts';

describe('the log of a program in the background', () => {
  const started: [string, string][] = [
    ['nohup node press.js > /tmp/press.log 2>&1 &', '/tmp/press.log'],
    ['(python3 -m press >press.log 2>&1 &) ; sleep 2', 'press.log'],
    ['cd shop && npm run dev &> dev.log & echo started', 'dev.log'],
    ['npm run dev >> dev.log 2>&1 < /dev/null &', 'dev.log'],
    ['node press.js > /dev/null 2>&1 &', ''],
    ['npm run build > build.log 2>&1 && npm test', ''],
    ['npm run build > build.log 2>&1', ''],
    ['node press.js &', ''],
  ];
  for (const [command, log] of started)
    test(`${command}: ${log || 'none'}`, () => expect(startedLog(command)).toBe(log));

  test('one that the same line reads needs no later look', () => {
    expect(unreadLogs('node press.js > /tmp/press.log & sleep 1; cat /tmp/press.log')).toEqual([]);
    expect(unreadLogs('node press.js > /tmp/press.log &')).toEqual(['press.log']);
  });

  test('one that is waited for, where errors go there too', () => {
    const both = './configure >/tmp/conf.log 2>&1; echo "exit=$?"; make -j4 &> make.log';
    expect(unreadLogs(both)).toEqual(['conf.log', 'make.log']);
    expect(asLogged(both)).toBe('./configure >/tmp/conf.log 2>&1; make -j4 &> make.log');
    expect(unreadLogs('git show HEAD:press.js > press.js')).toEqual([]);
    expect(unreadLogs('make > /dev/null 2>&1')).toEqual([]);
    expect(unreadLogs('make > make.log 2>&1; tail -3 make.log')).toEqual([]);
  });

  test('options that can be read in two ways do not double the work each', () => {
    const options = (count: number) => lookedAt(`ssh ${'-Fa '.repeat(count)}`);
    expect(options(28)).toBe('');
    expect(isProportional(options, 28)).toBe(true);
  });

  const looks: [string, string][] = [
    ['cat /tmp/press.log', 'press.log'],
    ['sleep 3; tail -n 20 press.log 2>&1', 'press.log'],
    ['sleep 2 && tail -5 press.log', 'press.log'],
    ['ssh -q box "tail -5 /srv/press.log"', 'press.log'],
    ['ssh -i ~/.ssh/box -p 2222 w@box "sleep 5 && tail -100 /srv/press.log | tail -20"', 'press.log'],
    ['tail -50 press.log | head -5', 'press.log'],
    ['ls -la out* 2>/dev/null; tail -5 press.log', 'press.log'],
    ['ssh box "cd press && ls out; tail -5 /srv/press.log"', 'press.log'],
    ['make clean; tail -5 press.log', ''],
    ['ls out > files; tail -5 press.log', ''],
    ['cat press.log && npm test', ''],
    ['grep error press.log', ''],
    ['tail -f press.log | grep ready', ''],
  ];
  for (const [command, log] of looks)
    test(`${command}: ${log || 'no look'}`, () => expect(lookedAt(command)).toBe(log));
});
