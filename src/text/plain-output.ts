import { uncoloured } from './ansi.ts';

/** What of a line a terminal shows in the end, where a progress bar has written over itself. */
function shown(line: string): string {
  const text = line.replace(/\r{1,8}$/, '');
  return text.slice(text.lastIndexOf('\r') + 1);
}

/** An output as its reader saw it: without colours, line ends of Windows and what was written over. */
export function plainOutput(text: string): string {
  const plain = uncoloured(text);
  return plain.includes('\r') ? plain.split('\n').map(shown).join('\n') : plain;
}
