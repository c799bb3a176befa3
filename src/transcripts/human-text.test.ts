import { describe, expect, test } from 'bun:test';
import { humanText } from './human-text.ts';

test("words beside a picture are the human's, a picture alone is nothing", () => {
  expect(humanText('[Image #1] [Image #2] the header overlaps the menu')).toBe(
    'the header overlaps the menu',
  );
  expect(humanText('[Image: source: /tmp/a.png]')).toBeNull();
  expect(humanText('[Image #1]')).toBeNull();
});

describe('what a client adds to the words', () => {
  const cases: [string, string, string | null][] = [
    [
      'a command that the human ran, with its output (Codex)',
      '<user_shell_command>\n<command>\nnpm test\n</command>\n<result>\nExit code: 1\nDuration: 0.2 seconds\nOutput:\nno, that is wrong\n</result>\n</user_shell_command>',
      null,
    ],
    [
      'the same (Gemini CLI)',
      'I ran the following shell command:\n```sh\nnpm test\n```\n\nThis produced the following result:\n```\nwrong\n```',
      null,
    ],
    [
      'findings of a review',
      '<user_action>\n  <context>User initiated a review task.</context>\n  <action>review</action>\n  <results>\n  Never swallow errors here.\n  </results>\n</user_action>\n',
      null,
    ],
    [
      'a goal that the client repeats',
      '<codex_internal_context source="goal">\nContinue working toward the active thread goal.\n<objective>ship</objective>\n</codex_internal_context>',
      null,
    ],
    [
      'plugins that the client recommends, before the words',
      '<recommended_plugins>\n- github\n</recommended_plugins>\n\nuse pnpm here',
      'use pnpm here',
    ],
    [
      'what is open in an editor',
      '# Context from my IDE setup:\n\n## Active file: src/a.ts\n\n## Active selection of the file:\nno, never do that\n\n## Open tabs:\n- a.ts: src/a.ts\n\n## My request for Codex:\nuse pnpm here\n',
      'use pnpm here',
    ],
    ['an editor, and nothing typed', '# Context from my IDE setup:\n\n## Active file: src/a.ts\n', null],
    [
      'attached files, with the request on the line of its heading',
      '# Files mentioned by the user:\n\n## shot.png: /tmp/shot.png\n\n## My request for Codex: use pnpm here',
      'use pnpm here',
    ],
    [
      'the state of a window',
      "This block is automatically supplied ambient UI state, not part of the user's request.\n## My request for Codex:\nuse pnpm here",
      'use pnpm here',
    ],
    [
      'a picture in tags',
      '<image name=[Image #1] path="/tmp/a.png">\n</image>\nthe header overlaps the menu',
      'the header overlaps the menu',
    ],
    [
      'a reminder of how to use tools (Copilot CLI)',
      'fix the tide table\n\n<reminder>\nYou can call several tools at once. ALWAYS do so rather than one after the other.\n</reminder>',
      'fix the tide table',
    ],
    [
      'files that the words name (Gemini CLI, Qwen Code)',
      'follow @RULES.md here\n\n--- Content from referenced files ---\n\nContent from @RULES.md:\n\nNo, never use npm.\n--- End of content ---\nNot that either.\n\n--- End of content ---\n',
      'follow @RULES.md here',
    ],
    [
      'the same, cut',
      'follow @RULES.md here\n--- Content from referenced files ---\nNo, never use npm.',
      'follow @RULES.md here',
    ],
  ];
  for (const [name, whole, typed] of cases) test(name, () => expect(humanText(whole)).toBe(typed!));

  test('a mark that the human writes of, and nothing closes, stays', () => {
    for (const words of [
      'No, the <skill> tag must be closed before the list.',
      'rename <context> to <scope> in all templates\nand not only here',
      'Never use <image name=[logo]> here.',
    ])
      expect(humanText(words)).toBe(words);
    expect(humanText('close <skill> there\n<context>\nOf the client, cut')).toBe('close <skill> there');
    expect(humanText('close <skill> there\n<channel source="x">no</channel>')).toBe('close <skill> there');
  });

  test('a heading that the human wrote stays', () => {
    const words = '# Task\n\nRename the flag.\n\n## My requests\n\nKeep it short.';
    expect(humanText(words)).toBe(words);
    expect(humanText('Put it under "## My request for Codex:" please')).toBe(
      'Put it under "## My request for Codex:" please',
    );
  });
});
