import { basename } from 'node:path';
import { anyOf } from '../../text/any-of.ts';

/** Programs at the beginning of a simple command, behind settings and `cd`. */
const PROGRAMS = /(?:^|&&|\|\||[;|\n])\s*(?:\w+=\S*\s+)*([\w./-]+)/g;
/** Programs that print other text, which may hold such words. */
const READS = /^(?:cat|head|tail|less|more|sed|awk|grep|rg|find|ls|echo|printf|git|diff|nl|tree|strings)$/;
/** What programs say first, or last, where they give up. */
const GIVES_UP = anyOf(
  [
    /(?:fatal|error|Error|ERROR|FATAL|E)(?:\[\w+\])?!?: \S|ERROR! \S|An error occurred \(/,
    /Failed to \w|Unable to \w|Could not \w|Cannot \w|Unknown \w|Unrecogni[sz]ed \w|Missing \w/,
    /(?:unknown|unrecognized|invalid) (?:flag|option|command|argument)|flag provided but not defined/,
    /npm (?:ERR!|error) |Error \w[\w ]{2,40}|could not \w|fatal error: \S|failed to \w/,
    /\S+\.sh: line \d+: |CMake Error|\*\* \(\w+\) |\S+: The term '|\S+: Cannot \w/,
    /The \w+ (?:"[^"]*" )?is invalid: /,
  ],
  { before: /^/ },
);
const LOOKED_AT = 4000;
/** An exception that ended a script of Python; what the script had printed may follow it. */
const TRACE = /^Traceback \(most recent call last\):\n(?:.*\n)*?(?:\w+\.)*[A-Z]\w+(?::.*)?$/m;

/** The verdicts of Python's test runners. */
const TESTS_FAILED =
  /^(?:FAILED \((?:failures|errors)=\d+|(?:collecting \.\.\. )?ERROR: (?:not found|file or directory not found): \S|=+ .*\b[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s.*=+$)/m;

/** The output of a program that gave up is short; in a long one such words are part of the work. */
const LINES_MAX = 14;
const WENT_WELL = /\b(?:pass(?:ed|es)?|success\w*|succeeded|ok|done|finished|0 (?:failed|errors?))\b/i;

/** True where the output of a shell command is a complaint by one of its programs: a trajectory keeps no exit codes. */
export function complains(action: string, output: string): boolean {
  const lines = output
    .slice(0, LOOKED_AT)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const whole = output.trimEnd();
  const [first, last] = [lines[0] ?? '', whole.slice(whole.lastIndexOf('\n') + 1)];
  const programs = [...action.slice(0, 600).matchAll(PROGRAMS)].map((match) => basename(match[1]!));
  const isOwn = (name: string) =>
    first.startsWith(`${name}: `) && /^(?!warning)\S/.test(first.slice(name.length + 2));
  if (programs.some(isOwn)) return true;
  const isRead = programs.some(
    (name) => READS.test(name) && (name !== 'git' || !/^(?:fatal|error): /.test(first)),
  );
  if (isRead) return false;
  if (TESTS_FAILED.test(whole.slice(-LOOKED_AT)) || TESTS_FAILED.test(whole.slice(0, LOOKED_AT))) return true;
  if (GIVES_UP.test(first) || GIVES_UP.test(last)) return true;
  if (WENT_WELL.test(last)) return false;
  if (output.includes('Traceback (most') && TRACE.test(output.slice(0, LOOKED_AT))) return true;
  return lines.length <= LINES_MAX && lines.some((line) => GIVES_UP.test(line));
}
