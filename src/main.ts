/**
 * Entry of the executable. The hook is its own chunk, reached first and alone;
 * everything else is loaded only when it is asked for.
 */
import { compileHotCode } from './platform/jit.ts';

// Without methods of lists, which cost a hook 80 µs when first used.
const { argv } = process;
const command = argv[2];
const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';
const isHook = command === 'hook' && !isHelp(argv[3]) && !isHelp(argv[4]);
if (!isHook) compileHotCode();

if (isHook) {
  const { runHook } = await import('./hook/main.ts');
  await runHook(argv[3] ?? '', argv.slice(4));
} else if (command === 'mcp' && argv.length === 3) {
  const { runMcp } = await import('./surfaces/mcp/main.ts');
  await runMcp();
} else if (command === '__scan-worker') {
  const { runScanWorker } = await import('./operations/scan/worker.ts');
  runScanWorker(argv[3] ?? '{}');
} else if (command === '__replay-worker') {
  const { runWalkWorker } = await import('./operations/replay/walk-worker.ts');
  runWalkWorker();
} else {
  const { runCli } = await import('./surfaces/cli/main.ts');
  process.exitCode = await runCli(argv.slice(2), {
    'review.list': async (context, input) => {
      // Where it says `true`, Ink loads `react-devtools-core` from whatever folder this was started in.
      delete process.env['DEV'];
      return (await import('./surfaces/tui/main.tsx')).runReviewTui(context, input);
    },
  });
}
