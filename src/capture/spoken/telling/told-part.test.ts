import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { askedWork, toldPart } from './told-part.ts';

const TRACE = `Traceback (most recent call last):\n  File "kiln/fire.py", line 12, in fire\n    self.device = pick(device)\n  File "kiln/pick.py", line 9, in pick\n    raise RuntimeError(name)\nRuntimeError: Invalid kiln name: 'kiln:kiln:0'`;

describe('what of the words is told beside the fix', () => {
  test('of an error the line that tells it, behind the few words above', () => {
    expect(toldPart(TRACE)).toBe("RuntimeError: Invalid kiln name: 'kiln:kiln:0'");
    expect(toldPart(`With the code as it is we get:\n${TRACE}`)).toBe(
      "With the code as it is we get: RuntimeError: Invalid kiln name: 'kiln:kiln:0'",
    );
  });

  test('of other output the words above it', () => {
    const rows = Array.from(
      { length: 12 },
      (_, row) => `[12:0${row % 10}:00] kiln ${row} at ${900 + row} degrees`,
    );
    expect(toldPart(`why is the third one so much colder?\n${rows.join('\n')}`)).toBe(
      'why is the third one so much colder?',
    );
  });

  test('plain words stay as they are', () => {
    const words = 'the third one is colder than the others. it was not before. look at the door';
    expect(toldPart(words)).toBe(words);
  });
});

test('a request is told by the sentence that asks', () => {
  expect(askedWork('can we name it after the kiln? that reads better and we can keep the rest')).toBe(
    'can we name it after the kiln?',
  );
  expect(askedWork('the kiln is cold')).toBeNull();
});

test('neither a line of a log nor the end of a shell loop is an order', () => {
  const [shown] = corrections({
    words: `${TRACE}\nUse \`pick\` instead!`,
    answer: 'I was wrong there.',
    edits: true,
  });
  expect(shown!.remediation).toContain("Invalid kiln name: 'kiln:kiln:0'");
  expect(shown!.remediation).not.toContain('As the user says');
  const loop = 'no, I meant this:\nfor i in 1 2 3;\ndo curl -s http://localhost:8080/kiln -o /dev/null';
  for (const { remediation } of corrections({ words: loop, answer: "You're right, I misread it." }))
    expect(remediation).not.toContain('As the user says: do curl');
});
