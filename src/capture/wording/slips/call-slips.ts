import { anyOf } from '../../../text/any-of.ts';
import { NO_PROMPT } from '../../../text/known-messages.ts';
import { TAKES_SEVERAL } from '../../../triggers/usage-arguments.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { movedPort, portsIn } from '../../failures/causes/addresses.ts';
import {
  askingAlias,
  comparedOutside,
  endsAtQuestion,
  imagePlatform,
  isHalfRemoved,
  isStoreAlias,
  misnamedSubcommand,
  NO_IDENTITY,
  NO_VENDOR,
  unseenByFlake,
} from '../../failures/causes/miscall.ts';
import { doubledPath, missingWrapper } from '../../failures/causes/wrong-folder.ts';
import { indentationOf } from '../changes/indentation.ts';
import { commandsOf } from '../fixes/usage-fix.ts';
import { code, cut } from '../prose.ts';
import { fromPipes, shellGone, shellSlip, wordOfCmd } from './shell-slips.ts';
import { waiting, waitsForOthers } from './waiting.ts';

/** Slips of a call that its error shows only beside the command: what they are, and what to do. */

/** A summary, and what to do. */
export interface Slip {
  say: string;
  /** Empty where what then worked shows it. */
  remedy: string;
}

const LACKS_ARGUMENT = /required arguments were not provided:\s+<([\w-]+)>/;

/** The option that takes all words behind it, and the argument that it thereby took; null where the usage tells of none. */
function swallowed(error: string, command: string): { option: string; argument: string } | null {
  const argument = LACKS_ARGUMENT.exec(error)?.[1];
  const option = /(--[\w-]+) <[^>\n]+>\.\.\./.exec(error)?.[1];
  return argument && option && command.includes(`${option} `) ? { option, argument } : null;
}

/** An option of Claude Code that takes several values, and a prompt behind it. */
const TAKES_ALL = new RegExp(
  `\\bclaude\\b[^|;&\\n]*\\s(${TAKES_SEVERAL.source})[ =](?:"[^"]*"|'[^']*'|[^\\s"']+) +["']?\\w`,
);

/** The command is meant for another platform. */
function ofPlatform({ call, error, salient }: OpenFailure, program: string): Slip | null {
  const word = wordOfCmd(error, call.command);
  if (word)
    return {
      say: `A quoted \`|\` before ${code(word)} reaches cmd.exe, which runs what follows it`,
      remedy:
        'Leave `|`, `&`, `<` and `>` out of the arguments of a `.bat` or `.cmd` file: call it once for each.',
    };
  const platform = imagePlatform(salient);
  if (platform)
    return {
      say: `${program}: the image is not built for ${code(`linux/${platform}`)}`,
      remedy: `Build it for the machine that runs it: ${code(`docker buildx build --platform linux/${platform} …`)}.`,
    };
  return null;
}

/** Something is to be set up first. */
function ofEnvironment(open: OpenFailure, program: string): Slip | null {
  if (isHalfRemoved(open.error))
    return {
      say: `${program} stops at a package that was once removed by halves`,
      remedy:
        'Remove the folder that the message names, and the one beside it with a dot, then install again.',
    };
  if (NO_IDENTITY.test(open.salient))
    return {
      say: '`git` does not know who commits: no `user.name` and `user.email` is set',
      remedy: 'Set `git config user.email` and `git config user.name` in the repository first.',
    };
  const port = movedPort(open.call.command, open.error);
  if (port)
    return {
      say: `${program} asks at port ${code(portsIn(open.call.command)[0]!)}: the server came up at ${code(port)}`,
      remedy: `Read the port from what the server prints (here ${code(port)}), or fix it by an option (\`--port\`, \`--strictPort\`).`,
    };
  const wrapper = missingWrapper(open);
  if (wrapper)
    return {
      say: `There is no wrapper ${code(wrapper)} where the command ran`,
      remedy: `Look for ${code(wrapper.replace('./', ''))} first; without one build as the project does, by the tool itself or in its container.`,
    };
  return null;
}

/** The command is called in another way. */
function ofUsage(open: OpenFailure, program: string): Slip | null {
  const { call, error } = open;
  const eater = TAKES_ALL.exec(NO_PROMPT.test(error) ? call.command : '')?.[1];
  if (eater)
    return {
      say: `${program}: ${code(eater)} takes all words that follow, the prompt too`,
      remedy: `Give the prompt before ${code(eater)}, or by standard input (\`echo "…" | claude -p\`).`,
    };
  const taken = swallowed(error, call.command);
  if (taken)
    return {
      say: `${program}: ${code(taken.option)} takes all that follows, ${code(`<${taken.argument}>`)} too`,
      remedy: `Put ${code(`<${taken.argument}>`)} before ${code(taken.option)}.`,
    };
  const outside = comparedOutside(error, call.command);
  if (outside)
    return {
      say: `\`git diff\` is given a path outside of the repository, where it knows no ${code(outside)}`,
      remedy: `Run it in the repository that holds the path: ${code(`git -C DIR diff ${outside} -- FILE`)}.`,
    };
  const sub = misnamedSubcommand(call.command, error);
  if (sub) {
    const known = commandsOf(error).map(code).join(', ');
    return {
      say: `${code(cut(open.culprit?.text.split(` ${sub}`)[0] ?? 'the program', 30))} has no subcommand ${code(sub)}`,
      remedy: open.correction || known === '' ? '' : `It has ${known}.`,
    };
  }
  const unseen = unseenByFlake(error);
  if (unseen)
    return {
      say: `The flake does not see ${code(cut(unseen, 44))}, which git does not know`,
      remedy: 'Add a new file to git (`git add`) before the flake is built: it sees no others.',
    };
  const asking = askingAlias(call.command, error);
  if (asking)
    return {
      say: `${code(asking)} is an alias that asks first, and nobody can answer: nothing is done`,
      remedy: `Call ${code(`${asking} -f`)} or ${code(`command ${asking}`)}.`,
    };
  if (endsAtQuestion(error))
    return {
      say: `${program} asks for a yes or no, and nobody can answer`,
      remedy: open.correction
        ? ''
        : 'Give the option that answers in advance (`--yes`), or pipe the answer in (`yes | …`).',
    };
  return null;
}

function storeAlias({ command }: OpenFailure['call']): Slip {
  const alias = /\bpython[\d.]*/.exec(command)?.[0] ?? 'python';
  const others = alias === 'python' ? '`py -3`' : '`python` or `py -3`';
  return {
    say: `${code(alias)} is only Windows' alias for the store here: no Python runs behind it`,
    remedy: `Call ${others}, or do without Python: the alias runs nothing.`,
  };
}

/** What with such an option follows what happens until they are stopped. */
const FOLLOWS = anyOf([
  /\bget\b.*?\s(?<watch>-w|--watch(?:-only)?)(?=\s|$)/,
  /\blogs\b.*?\s(?<logs>-f|--follow)(?=\s|$)/,
  /^(?:journalctl|tail)\b.*?\s(?<tail>-f|-F|--follow)(?=\s|$)/,
]);

/** It follows without end, and what then worked does not. */
function watching({ call, culprit, correction }: OpenFailure): Slip | null {
  const option = Object.values(FOLLOWS.exec(culprit?.text ?? '')?.groups ?? {}).find(Boolean);
  const now = correction?.command ?? '';
  if (!option || !culprit || correction?.command === call.command || ` ${now} `.includes(` ${option} `))
    return null;
  const { program, sub } = culprit;
  const shows = correction?.parts.some((part) => part.program === program && part.sub === sub);
  const who = code(cut([program, sub].filter(Boolean).join(' '), 40));
  return {
    say: `${who} with ${code(option)} goes on until it is stopped`,
    remedy: shows ? '' : `Leave ${code(option)} out and ask again later, or bound it (\`timeout 30 …\`).`,
  };
}

const tagsOf = (command: string): string => /-tags[= ]['"]?([\w,]+)/.exec(command)?.[1] ?? '';

/** A compiler's line about anything but a name that is not defined. */
const OTHER_FAULT = /^\S+\.go:\d+:\d+: (?!undefined: |too many errors)/m;

/** What is not defined for `go build` is for `go vet` and `go test`, though nothing was changed: it stands in the tests. */
function withoutTests({ call, culprit, error, correction, edits }: OpenFailure): Slip | null {
  const name = /\bundefined: (\w+)/.exec(error)?.[1];
  if (!name || !culprit?.text.startsWith('go build ') || correction === null || edits.length > 0) return null;
  if (OTHER_FAULT.test(error)) return null;
  if (!/\bgo (?:vet|test) /.test(correction.command) || tagsOf(call.command) !== tagsOf(correction.command))
    return null;
  return {
    say: `\`go build\` leaves out \`_test.go\` files, one of which defines ${code(cut(name, 30))}`,
    remedy: 'Check a package with its tests by `go vet`: `go build` compiles none of them.',
  };
}

/** A path that repeats the folder which the shell is in. */
function inFolder(open: OpenFailure, who: string): Slip | null {
  const doubled = doubledPath(open);
  return doubled === null
    ? null
    : {
        say: `${who} names ${code(cut(doubled.path, 32))} from inside of that folder`,
        remedy: `The shell is in that folder already: from there it is ${code(cut(doubled.rest, 120))}.`,
      };
}

/** The text of an edit stands in another column than what is around it. */
function misplaced(open: OpenFailure, who: string): Slip | null {
  const moved = indentationOf(open);
  if (moved === null) return null;
  const lost = moved.is - moved.was;
  return {
    say: `${who}: the new text ${lost > 0 ? `lacks ${lost}` : `has ${-lost}`} spaces of indentation${lost > 0 ? '' : ' too many'}`,
    remedy: '',
  };
}

/**
 * Null for all other failures.
 * @param who the command, as its summary calls it
 */
export function callSlip(open: OpenFailure, who: string): Slip | null {
  const { kind, call, error, salient, exitCode } = open;
  if (call.tool !== 'Bash') return kind === 'compile' ? misplaced(open, who) : null;
  const program = code(cut(open.culprit?.program ?? 'the program', 30));
  if (kind === 'timeout') return waiting(open, program) ?? watching(open) ?? waitsForOthers(open);
  if (kind === 'compile') return withoutTests(open);
  if (kind === 'shell-syntax') return shellSlip(open);
  if (kind === 'platform') return ofPlatform(open, program);
  if (kind === 'environment') return ofEnvironment(open, program);
  if (kind === 'usage') return ofUsage(open, program);
  if (kind === 'command-not-found' && isStoreAlias(salient, call.command, exitCode)) return storeAlias(call);
  if (kind === 'wrong-directory') return inFolder(open, who) ?? shellGone(open);
  if (kind === 'generic' || kind === 'missing-path') return fromPipes(open);
  if (kind === 'missing-module' && NO_VENDOR.test(error))
    return {
      say: `${program} needs the packages of Composer: \`vendor/autoload.php\` is missing`,
      remedy: 'Run `composer install` first.',
    };
  return null;
}
