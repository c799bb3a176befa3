import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeLines } from './stories/claude-code.ts';
import { codexLines } from './stories/codex.ts';
import { copilotLines } from './stories/copilot.ts';
import { cursorLines } from './stories/cursor.ts';
import { geminiLines, geminiMessages } from './stories/gemini-cli.ts';
import {
  opencodeDatabase,
  opencodeExport,
  opencodeRecordDatabase,
  opencodeRecords,
  opencodeStorage,
} from './stories/opencode.ts';
import { qwenLines } from './stories/qwen-code.ts';
import { at, type Story } from './stories/story.ts';
import { trajectory } from './stories/swe-agent.ts';

export { claudeLines } from './stories/claude-code.ts';
export { fixedUuid, type Step, type Story } from './stories/story.ts';

const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Every format that is read, and how the story is written in it. Answers the file to be read. */
export const FORMATS: Record<string, (folder: string, story: Story) => string> = {
  'claude-code': (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(claudeLines(story))),
  codex: (folder, story) => file(folder, `rollout-${story.sessionId}.jsonl`, lines(codexLines(story))),
  'gemini-cli jsonl': (folder, story) => file(folder, 'session-1.jsonl', lines(geminiLines(story))),
  'gemini-cli json': (folder, story) =>
    file(
      folder,
      'session-1.json',
      JSON.stringify(
        {
          sessionId: story.sessionId,
          projectHash: 'a',
          startTime: at(0),
          lastUpdated: at(0),
          messages: geminiMessages(story),
        },
        null,
        2,
      ),
    ),
  'qwen-code': (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(qwenLines(story))),
  'qwen-code 0.24': (folder, story) =>
    file(folder, `${story.sessionId}.jsonl`, lines(qwenLines(story, true))),
  copilot: (folder, story) => file(folder, 'events.jsonl', lines(copilotLines(story))),
  'opencode export': (folder, story) =>
    file(folder, 'export.json', JSON.stringify(opencodeExport(story), null, 2)),
  'opencode storage': (folder, story) => opencodeStorage(folder, story),
  'opencode database': (folder, story) => {
    opencodeDatabase(join(folder, 'opencode.db'), story);
    return join(folder, 'opencode.db');
  },
  'opencode 2 export': (folder, story) =>
    file(folder, 'export.json', JSON.stringify(opencodeRecords(story), null, 2)),
  'opencode 2 database': (folder, story) => {
    opencodeRecordDatabase(join(folder, 'opencode.db'), story);
    return join(folder, 'opencode.db');
  },
  'swe-agent': (folder, story) =>
    file(folder, `${story.sessionId}.traj`, JSON.stringify(trajectory(story), null, 2)),
  cursor: (folder, story) => file(folder, `${story.sessionId}.jsonl`, lines(cursorLines(story))),
};

function file(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, content);
  return path;
}
