import { expect, test } from 'bun:test';
import { sessionSteps } from '../../test/support/mistakes.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { FORMATS, fixedUuid } from '../../test/support/transcripts.ts';
import { runOperation } from './run-operation.ts';

test.each(Object.keys(FORMATS))(
  '%s: replay counts every call and names no file that is read',
  async (format) => {
    const folder = scratchDir('replay-format');
    FORMATS[format]!(folder, {
      sessionId: fixedUuid('replay'),
      cwd: '/home/dev/shop',
      steps: sessionSteps(0, 8),
    });
    const context = testContext();
    const report = await runOperation(context, 'transcript.replay', { paths: [folder] });
    expect(report).toMatchObject({ sessions: 1, toolCalls: 33, failures: 7 });
    expect(context.warnings).toEqual([]);
  },
);
