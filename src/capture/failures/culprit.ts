import { anyOf } from '../../text/any-of.ts';
import { PORT_TAKEN } from '../../text/known-messages.ts';
import { shellSays } from '../../text/shell-says.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import { gitReads, namesIn, TEXT_SEARCHES } from '../shell/programs.ts';
import { speakingCarrier } from '../shell/remote.ts';
import { isFilter, isScaffold, mainPart, type ShellPart } from '../shell/shell.ts';
import { optionMadePath } from './causes/misread-script.ts';
import { SHOWS_FILES } from './result/readers.ts';

const BUILDS = anyOf(
  [
    /go (?:test|build|vet|run)|gofmt|cargo|tsc|make|npm|pnpm|yarn|bun|jest|vitest|pytest|python\S* -m/,
    /mvn|gradle\w*|\.?gradlew|dotnet|mise|just|task|eslint|golangci|ruff|mypy|swift|javac|gcc|g\+\+/,
    /clang|cmake|ninja|rake|rspec|bundle|phpunit|mix|flutter|dart/,
  ],
  { before: /^/, after: /\b/ },
);

/** Utilities that put their own name before whatever they complain about. */
const NAMES_ITSELF = namesIn(
  'rm rmdir mkdir cp mv ln touch cat ls chmod chown find tee kill head tail wc sort cut tr sed awk date du df',
);

/** True where the program would have put its own name, or git its `fatal:`, before such a message. */
const staysSilent = ({ program, sub }: ShellPart, message: string): boolean =>
  NAMES_ITSELF.has(program) ||
  (gitReads({ program, sub }) &&
    !/^(?:fatal|warning|usage|error: (?:unknown|invalid|malformed|bad|pathspec)\b)/.test(message));

/** What a shell says of a script that it is to read, by its path. */
const NO_PATH = shellSays([/(\S*\/\S+): No such file or directory$/]);
/** What a shell, or the agent's guard, says of a folder that is to be gone to. */
const GOES = anyOf([shellSays([/(cd|pushd): /]), /^(cd) (?:in|to) '.* was blocked\./]);
const SOURCES = /^(?:source|\.)$/;

/** True where a part shows what another one of the line has written: `make > out.log 2>&1 || tail out.log`. */
const showsOutput = ({ program, args }: ShellPart, parts: ShellPart[]): boolean =>
  SHOWS_FILES.test(program) && parts.some(({ into }) => into.some((file) => args.includes(file)));

/** The simple command that the error came from: named in the error, else the last that does real work. */
export function culpritOf(parts: ShellPart[], salient: string, text: string): ShellPart | null {
  const carrier = speakingCarrier(parts, salient);
  if (carrier) return carrier;
  return parts.length <= 1 ? (parts[0] ?? null) : chosenOf(parts, salient, text);
}

/** What the shell says of a program, or of a function that it runs. */
const SHELLS_WORDS =
  /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w*sh|-bash):?(?:line )?(?:(\w+):)?\d*:? ?(?:(?:line )?\d+: )?(?:command not found: (\S+)|([\w.+-]+): (?:command )?not found)?/;

/** The program that a message names as the one that speaks, or is spoken of. */
function namedProgram(salient: string): string | undefined {
  const [, teller, missing, absent] = SHELLS_WORDS.exec(salient) ?? [];
  const inShell = missing ?? absent ?? (teller === 'line' ? undefined : teller);
  return inShell || /^(?:\S*\/)?([\w.+-]+): /.exec(salient)?.[1];
}

/** Compilers and test runners say so in these words. */
const BUILDS_TELL = /(?:^|\s)\S+\.\w{1,5}:\d+:\d+: |--- FAIL|\bFAIL\b|Tests? +failed|error TS/m;

const isBuilder = (part: ShellPart): boolean =>
  !isFilter(part) && BUILDS.test(`${part.program} ${part.args.slice(0, 3).join(' ')}`);

/** But what Go says of a package that does not compile: it is a test that was run. */
const FAILING_LINE = /^(?!.*\[(?:build|setup) failed\]).*(?:fail|error|\*\*\*).*$/gim;
const TOLD_CHARS = 4000;
/** The word by which a step of one program tells itself from the others: `lint` of `npm run lint`. */
const stepOf = ({ sub }: ShellPart): string => /([\w:-]{3,})$/.exec(sub)?.[1] ?? '';

/** Of one program's steps, each run where those before it worked, the only one that a line of a failure names: those behind it did not run. */
function namedStep(parts: ShellPart[], text: string): ShellPart | undefined {
  const { program } = parts.at(-1)!;
  const steps = parts.filter((part) => part.program === program && stepOf(part) !== '');
  if (new Set(steps.map(stepOf)).size < 2 || !parts.slice(1).every(({ op }) => op === '&&')) return undefined;
  const lines = text.slice(-TOLD_CHARS).match(FAILING_LINE)?.join('\n') ?? '';
  const named = steps.filter((part) =>
    new RegExp(`(?<![\\w./-])${escapeRegex(stepOf(part))}(?![\\w./-])`).test(lines),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Of several commands the one whose voice an error has; undefined where it has none of theirs. */
function speakerOf(parts: ShellPart[], salient: string, text: string): ShellPart | undefined {
  const step = namedStep(parts, text);
  if (step) return step;
  const program = namedProgram(salient);
  const named = program && parts.findLast((part) => part.program === program);
  if (named) return named;
  const letter = optionMadePath(salient);
  const given = letter && parts.find(({ args }) => args.includes(`/${letter}`));
  if (given) return given;
  const goes = GOES.exec(salient);
  const mover = goes && parts.find((part) => part.program === (goes[1] ?? goes[2]));
  if (mover) return mover;
  const path = NO_PATH.exec(salient)?.[1];
  const sourced = path && parts.find((part) => SOURCES.test(part.program) && part.args[0] === path);
  if (sourced) return sourced;
  const git = /^fatal: /.test(salient) && parts.findLast((part) => part.program === 'git');
  if (git) return git;
  const script =
    /^(?:Traceback|\w+Error: )/.test(salient) &&
    parts.findLast((part) => /^(?:python|node|ruby|deno|bun|tsx)/.test(part.program));
  if (script) return script;
  return BUILDS_TELL.test(text.slice(0, 4000)) ? parts.findLast(isBuilder) : undefined;
}

/** What was started in the background, where a port is taken: whoever asks beside it does not listen. */
const listenerOf = (parts: ShellPart[], salient: string): ShellPart | undefined =>
  PORT_TAKEN.test(salient) ? parts.find((_part, at) => parts[at + 1]?.op === '&') : undefined;

function chosenOf(parts: ShellPart[], salient: string, text: string): ShellPart | null {
  const last = parts.at(-1)!;
  // At the end of a pipe a search's status says whether it found something.
  if (text.trim() === '' && last.op === '|' && TEXT_SEARCHES.test(last.program)) return last;
  const speaker = speakerOf(parts, salient, text) ?? listenerOf(parts, salient);
  if (speaker) return speaker;
  const work = parts.filter((part) => !isFilter(part) && !isScaffold(part) && !showsOutput(part, parts));
  // `go run` prints the status of the program that it ran.
  const ran = /^exit status \d+\s*$/m.test(text.slice(-200))
    ? work.findLast((part) => part.program === 'go' && part.sub === 'run')
    : undefined;
  if (ran) return ran;
  const unnamed = salient === '' ? undefined : work.findLast((part) => !staysSilent(part, salient));
  return unnamed ?? work.at(-1) ?? mainPart(parts);
}
