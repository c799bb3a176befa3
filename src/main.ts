/**
 * Entry of the executable. The hook is its own chunk, reached first and alone;
 * everything else is loaded only when it is asked for.
 */
import { compileHotCode } from './platform/jit.ts';

const [command, ...rest] = process.argv.slice(2);
const isHook = command === 'hook' && !rest.slice(0, 2).some((word) => word === '--help' || word === '-h');
if (!isHook) compileHotCode();

if (isHook) {
  const { runHook } = await import('./hook/main.ts');
  await runHook(rest[0] ?? '', rest.slice(1));
} else if (command === 'mcp' && rest.length === 0) {
  const { runMcp } = await import('./surfaces/mcp/main.ts');
  await runMcp();
} else if (command === '__scan-worker') {
  const { runScanWorker } = await import('./operations/scan/worker.ts');
  runScanWorker(rest[0] ?? '{}');
} else if (command === '__replay-worker') {
  const { runWalkWorker } = await import('./operations/replay/walk-worker.ts');
  runWalkWorker();
} else {
  const { runCli } = await import('./surfaces/cli/main.ts');
  process.exitCode = await runCli(process.argv.slice(2), {
    'review.list': async (context, input) => {
      // Where it says `true`, Ink loads `react-devtools-core` from whatever folder this was started in.
      delete process.env['DEV'];
      return (await import('./surfaces/tui/main.tsx')).runReviewTui(context, input);
    },
  });
}
