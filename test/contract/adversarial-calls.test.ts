import { expect, test } from 'bun:test';
import pack from '../../packs/starter.json';
import { matchCall } from '../../src/inject/match.ts';
import { callTexts, tokenTexts } from '../../src/inject/match-texts.ts';
import { shellView } from '../../src/inject/shell-view.ts';
import { openManifest } from '../../src/manifest/read.ts';
import { writeManifest } from '../../src/manifest/write.ts';
import { ConfigSchema } from '../../src/model/config.ts';
import { HOOK_DEADLINE_MS } from '../../src/model/constants.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { tokensOf } from '../../src/text/tokens.ts';
import { attacksOn } from '../../src/triggers/attack.ts';
import { compiledLessons } from '../support/compiled.ts';
import { lessonOf } from '../support/lessons.ts';
import { lastingScratchDir } from '../support/scratch.ts';

const home = lastingScratchDir('adversarial');

const COMMANDS = 100;
const BYTES = 8192;

test('100 commands of 8 KB made to hurt each pattern of the pack stay within the deadline', async () => {
  const lessons = pack.lessons.map(
    (entry, index): Lesson => ({
      ...lessonOf({ errorPatterns: [], commandPatterns: [], ...(entry as unknown as Partial<Lesson>) }),
      number: index + 1,
    }),
  );
  const report = await writeManifest(home, { lessons, config: ConfigSchema.parse({}) });
  expect(report.refused).toEqual([]);
  const manifest = openManifest(home)!;

  const answer = (attack: (bytes: number) => string, bytes: number): number => {
    const command = Array.from({ length: COMMANDS }, () => attack(bytes)).join('; ');
    const started = process.cpuUsage();
    const call: ToolCall = {
      tool: 'Bash',
      nativeTool: 'Bash',
      input: { command },
      cwd: '/home/dev/app',
      paths: [],
    };
    const view = shellView(command);
    const tokens = tokensOf(tokenTexts(callTexts(call, view)));
    matchCall(call, view, manifest.candidates('Bash', tokens), {
      project: null,
      agent: 'claude-code',
      team: null,
    });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  // On a slow machine much takes long; what runs away takes far longer for four times the text as well.
  const runsAway = (attack: (bytes: number) => string): boolean => {
    const best = (bytes: number) => Math.min(...[1, 2, 3].map(() => answer(attack, bytes)));
    return best(BYTES) > 10 * best(BYTES / 4);
  };

  let tried = 0;
  const slow: string[] = [];
  for (const { slug, command } of compiledLessons(home)) {
    for (const pattern of command) {
      for (const attack of attacksOn(pattern.match, pattern.flags)) {
        tried += 1;
        const took = answer(attack, BYTES);
        if (took >= HOOK_DEADLINE_MS && runsAway(attack)) slow.push(`${slug}: ${took.toFixed(0)} ms`);
      }
    }
  }
  expect(tried).toBeGreaterThan(200);
  expect(slow).toEqual([]);
});
