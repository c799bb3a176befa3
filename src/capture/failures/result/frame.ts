import { FRAME_LINE } from '../../../text/salient.ts';

/** What agents put around the text of a tool. */

/** The output inside a result that is itself a JSON object, as script tools print it. */
function jsonOutput(text: string): string | null {
  if (!/^\{[^{}]{0,400}"(?:output|stderr|stdout)"\s*:/.test(text)) return null;
  const line = text.indexOf('\n');
  // Several results can follow one another, a line each: the first is read.
  const first = line > 0 && text[line - 1] === '}' ? text.slice(0, line) : text;
  try {
    const value = JSON.parse(first) as Record<string, unknown>;
    const parts = [value['stderr'], value['output'], value['stdout']].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    return parts.join('\n');
  } catch {
    return null;
  }
}

/** The text that the tool itself produced: agents' headers and exit-code lines are taken off both ends. */
export function stripFrame(text: string): string {
  const inner = text.startsWith('{') ? jsonOutput(text) : null;
  if (inner !== null) return inner;
  let start = 0;
  for (let guard = 0; guard < 10; guard++) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    if (line !== '' && !FRAME_LINE.test(line)) break;
    if (end < 0) return '';
    start = end + 1;
  }
  const body = text.slice(start);
  const nested = start > 0 && body.startsWith('{') ? jsonOutput(body) : null;
  const out = nested ?? body;
  return !out.trimEnd().endsWith('>')
    ? out
    : out.replace(
        /(?<!\s)\s*(?:<exited with exit code \d+>|<shellId: [^>]{0,80}>|<(?:waiting for )?command with \w+: \S+ (?:to [\w ]{1,20}timed out|is still running|moved to) [^>]{0,400}>)\s*$/,
        '',
      );
}
