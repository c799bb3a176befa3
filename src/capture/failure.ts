import { lineFingerprint, salientLine } from '../text/fingerprint.ts';
import type { ResultEvent } from '../transcripts/events.ts';
import type { DetectorState, OpenFailure, SeenCall } from './failure-state.ts';
import { errorKind, isProbe } from './kinds.ts';
import type { Outcome } from './outcome.ts';
import { pairCalls } from './pairing.ts';
import { isTestFile, withParts } from './seen-call.ts';
import { isFilter, mainPart, type ShellPart } from './shell.ts';
import { CODE_KINDS, COMMAND_KINDS, type FailureFacts, mistakeProbability } from './verdict.ts';

const ERROR_MAX = 3000;
const SCAFFOLD = new Set(['echo', 'printf', 'export', 'set', 'true', ':', 'sleep', 'pwd', 'source', '.']);

const EXPECTED =
  /(?:expect(?:ed|ing)?\b.{0,30}\b(?:fail|error|red)|should (?:now )?fail|must fail|fails? (?:first|as expected|before)|\bTDD\b|red (?:phase|test|first)|reproduc(?:e|es|ing) (?:the|it|this)|confirm(?:s|ing)? (?:that )?(?:the|it|this) .{0,30}(?:bug|fail|issue|error)|see (?:it|them|the test) fail|watch (?:it|them) fail|verify .{0,40}\bfails?\b|failing tests? first|regression test .{0,30}(?:fails|without)|negative (?:test|control)|\b(?:check|verify|confirm|ensure|make sure|test|see|show)s? (?:that |whether |if |how )?.{0,60}\b(?:refus|reject|den(?:y|ies|ied)\b|block|guard|complain)|(?:refus|reject|block|fail|den)\w* (?:as (?:intended|it should|wanted|designed)|correctly|properly)|correctly (?:refus|reject|fail|block|den)|\b(?:check|see|test|verify|look at|try)\b.{0,40}\b(?:error (?:message|output|handling|case)|exit code)|without the fix|mutation|sanity.?check)/i;
/** Values that are only passed to see a refusal. */
const NEGATIVE_TRY =
  /(?:^|[\s=/"'-])(?:bogus|nonexist\w*|non-exist\w*|does[-_]?not[-_]?exist\w*|no[-_]such[-_]?\w+|fake|garbage|invalid-\w+|notreal|xyzzy)(?=$|[\s=/"'.-])/i;
const DISMISSED =
  /(?:pre-?existing|unrelated\b|not (?:related|caused|due|from|because of)\b.{0,20}(?:my|our|this|the) (?:change|edit|work|pr|fix)?|(?:already|also) (?:fail|broken|present|exist)s? (?:on|in|before)|as (?:expected|intended|designed)|expected (?:failure|since|because|—|-|:)|that's expected|is expected|flak(?:y|e)|transient|intermittent|known (?:issue|failure)|(?:good|great|perfect|nice)[,.! —-]+(?:the |it |that )?.{0,40}(?:fails|reproduc)|test (?:correctly )?fails|confirms? (?:the )?(?:bug|issue|hypothesis|failure|problem)|reproduced|now (?:failing )?because .{0,40}(?:old|previous) behaviou?r|assert(?:s|ed|ing)? (?:the )?(?:old|previous)|need(?:s)? to update (?:the |this |that |these |existing )*(?:test|assertion|expectation)|update the (?:test|expected|assertion)|network (?:issue|hiccup|problem)|service is down|rate.?limit|local environment|environmental)/i;
const DIAGNOSED =
  /(?:wrong (?:path|dir\w*|folder|flag|name|file|option|command|arg\w*|field|type|package|branch|import|module|version|syntax)|typo|i (?:need|have) to|need(?:s)? to (?:use|run|be|add|import|quote|escape|read|pass|specify|install|cd|change)|does(?:n't| not) (?:exist|support|have|take|accept|work|allow|recogni)|is(?:n't| not) (?:available|installed|supported|a valid|in|defined|on)|not (?:available|installed|supported|found|on path)|instead|must (?:be|use)|requires?|missing|unused|forgot|shell (?:quot|glob|escap)|quoting|glob|let me (?:fix|use|try|check the (?:correct|right|actual)|correct|adjust|find|read)|i'll (?:fix|use|correct|adjust|rerun|switch|retry|read)|rerun(?:ning)? with|because)/i;
const ADMITTED =
  /\b(?:my (?:mistake|bad|error|fault|typo)|oops|whoops|i (?:forgot|missed|accidentally|mistakenly|incorrectly|wrongly|was wrong|misread|used the wrong|shouldn't have|should have|introduced|broke|left (?:an?|the|in)|removed (?:the|an?) .{0,30}(?:by mistake|too))|my (?:\w+ )?(?:change|edit|fix|refactor\w*|code|import|commit|replacement) (?:broke|removed|introduced|dropped|missed|is wrong|was wrong|changed)|i passed|i ran (?:it|the|that) (?:from|in) the wrong)/i;

const BUILDS =
  /^(?:go (?:test|build|vet|run)|gofmt|cargo|tsc|make|npm|pnpm|yarn|bun|jest|vitest|pytest|python\S* -m|mvn|gradle\w*|\.?gradlew|dotnet|mise|just|task|eslint|golangci|ruff|mypy|swift|javac|gcc|g\+\+|clang|cmake|ninja|rake|rspec|bundle|phpunit|mix|flutter|dart)\b/;

/** The simple command that the error came from: named in the error, else the last that does real work. */
export function culpritOf(parts: ShellPart[], salient: string, text = ''): ShellPart | null {
  if (parts.length <= 1) return parts[0] ?? null;
  const named =
    /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w*sh|-bash):?(?:line )?(?:(\w+):)?\d*:? ?(?:(?:line )?\d+: )?(?:command not found: (\S+)|([\w.+-]+): (?:command )?not found)?/.exec(
      salient,
    );
  const program =
    named?.[2] ??
    named?.[3] ??
    (named?.[1] && named[1] !== 'line' ? named[1] : undefined) ??
    /^(?:\S*\/)?([\w.+-]+): /.exec(salient)?.[1];
  if (program) {
    const match = parts.findLast((part) => part.program === program);
    if (match) return match;
  }
  if (/^fatal: /.test(salient)) {
    const git = parts.findLast((part) => part.program === 'git');
    if (git) return git;
  }
  if (/^(?:Traceback|\w+Error: )/.test(salient)) {
    const script = parts.findLast((part) => /^(?:python|node|ruby|deno|bun|tsx)/.test(part.program));
    if (script) return script;
  }
  if (/(?:^|\s)\S+\.\w{1,5}:\d+:\d+: |--- FAIL|\bFAIL\b|Tests? +failed|error TS/m.test(text.slice(0, 4000))) {
    const builder = parts.findLast(
      (part) => !isFilter(part) && BUILDS.test(`${part.program} ${part.args.slice(0, 3).join(' ')}`),
    );
    if (builder) return builder;
  }
  return (
    parts.findLast((part) => !isFilter(part) && !SCAFFOLD.has(part.program) && part.program !== 'cd') ??
    mainPart(parts)
  );
}

/** True where a path from an error can be the written one: all folders that both name agree. */
function sameFile(written: string, named: string): boolean {
  const a = written.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const b = named.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  const shared = Math.min(a.length, b.length, 4);
  for (let back = 1; back <= shared; back++) if (a.at(-back) !== b.at(-back)) return false;
  return shared > 0;
}

const NAMED_FILE = /(?:^|[\s("'])((?:[A-Za-z]:)?[\w@./\\+-]*[\w+-]\.\w{1,5})[:(](?=\d+)/gm;

/** Files that an error names with a position; at most 12. */
function namedFiles(error: string): string[] {
  return [...error.slice(0, 6000).matchAll(NAMED_FILE)].slice(0, 12).map((match) => match[1]!);
}

/** Where the files that an error names stand to this session's own edits. */
function filesNamed(error: string, written: string[]): OpenFailure['files'] {
  const names = namedFiles(error);
  if (names.length === 0) return 'none';
  if (names.some((name) => written.some((path) => sameFile(path, name)))) return 'own';
  const vendored = names.filter((name) =>
    /(?:node_modules|site-packages|dist-packages|go\/pkg\/mod|\/vendor\/|\.cargo\/registry|\.venv|third_party|\/usr\/(?:lib|include)|\.gradle)/.test(
      name,
    ),
  );
  return vendored.length === names.length ? 'vendored' : 'untouched';
}

/** Makes the record of a new failure. */
export function openFailure(
  state: DetectorState,
  call: SeenCall,
  result: ResultEvent,
  outcome: Outcome,
): OpenFailure {
  withParts(call);
  const salient = salientLine(outcome.error);
  const culprit = culpritOf(call.parts, salient, outcome.error);
  const kind = errorKind({
    tool: call.tool,
    line: salient,
    text: outcome.error,
    program: culprit?.program ?? '',
    sub: culprit?.sub ?? '',
    command: call.command,
    timedOut: outcome.timedOut,
    exitCode: result.exitCode,
  });
  const description = typeof call.input['description'] === 'string' ? call.input['description'] : '';
  return {
    call,
    culprit,
    resultLine: result.line,
    resultUuid: result.uuid,
    timestamp: result.timestamp,
    error:
      outcome.error.length > ERROR_MAX
        ? `${outcome.error.slice(0, ERROR_MAX / 2)}\n…\n${outcome.error.slice(-ERROR_MAX / 2)}`
        : outcome.error,
    salient,
    kind,
    fingerprint: lineFingerprint(call.tool, salient),
    hidden: outcome.state === 'hidden',
    timedOut: outcome.timedOut,
    exitCode: result.exitCode,
    attempts: [
      {
        line: result.line,
        uuid: result.uuid,
        callId: result.callId,
        timestamp: result.timestamp,
        text: textOf(call),
      },
    ],
    variants: [textOf(call)],
    correction: null,
    correctionScore: 0,
    correctionPart: -1,
    changed: false,
    passedUnchanged: false,
    edits: [],
    callsAfter: 0,
    after: '',
    expectedBefore:
      EXPECTED.test(state.lastAnswer) || EXPECTED.test(description) || NEGATIVE_TRY.test(triedText(call)),
    testsOnlyEdited: state.editsSinceGreen.tests > 0 && state.editsSinceGreen.sources === 0,
    files: filesNamed(outcome.error, state.written),
    killedAfter: false,
    model: state.model,
    bytes: result.chars,
    calls: 1,
  };
}

function triedText(call: SeenCall): string {
  const script = call.input['script'];
  return call.command || (typeof script === 'string' ? script : call.target);
}

/** What identifies a call among retries: its command, or its tool and chief argument. */
export function textOf(call: SeenCall): string {
  return call.tool === 'Bash' ? call.command.slice(0, 400) : `${call.nativeTool} ${call.target}`;
}

/** An edit that is refused is repeated as it was once the file has been read. */
const EDITS = /^(?:Edit|Write)$/;
const EDIT_KINDS = new Set(['edit-mismatch', 'stale-edit']);

/** True where a new failure is another try of an open one: the same mistake. */
export function sameMistake(open: OpenFailure, next: OpenFailure): boolean {
  if (open.call.tool !== next.call.tool) return false;
  if (open.call.tool !== 'Bash') {
    if (open.kind !== next.kind && !(EDIT_KINDS.has(open.kind) && EDIT_KINDS.has(next.kind))) return false;
    return open.call.target === next.call.target && open.call.nativeTool === next.call.nativeTool;
  }
  const sameProgram =
    open.culprit?.program === next.culprit?.program && open.culprit?.sub === next.culprit?.sub;
  if (open.fingerprint === next.fingerprint && sameProgram && open.salient !== '') return true;
  if (open.kind !== next.kind && !(COMMAND_KINDS.has(open.kind) && COMMAND_KINDS.has(next.kind)))
    return false;
  if (open.call.command === next.call.command) return true;
  if (!sameProgram || !COMMAND_KINDS.has(open.kind)) return false;
  if (open.callsAfter === 0 && open.kind === next.kind) return true;
  return pairCalls(open.call, open.culprit, next.call).score >= 0.8;
}

/** Adds another failing try to an open failure. */
export function addAttempt(open: OpenFailure, next: OpenFailure): void {
  open.attempts.push(...next.attempts);
  if (open.attempts.length > 12) open.attempts.splice(11, open.attempts.length - 12);
  const text = next.variants[0]!;
  if (!open.variants.includes(text) && open.variants.length < 12) open.variants.push(text);
  open.callsAfter = 0;
  open.calls++;
  open.bytes += next.bytes;
  open.timedOut ||= next.timedOut;
}

/** Calls with a result after which the search for a correction ends. */
export function windowOf(open: OpenFailure): number {
  return CODE_KINDS.has(open.kind) ? 24 : 12;
}

/** How a command is run, besides its text. */
const SETTINGS = [
  'sandbox_permissions',
  'with_escalated_permissions',
  'dangerouslyDisableSandbox',
  'tty',
  'workdir',
];
const TIME_LIMITS = ['timeout', 'timeout_ms'];
const ESCALATED = /\brequire_escalated\b/;

/** A script that calls the shell holds the settings in its source. */
const escalates = (call: SeenCall): boolean =>
  typeof call.input['script'] === 'string' && ESCALATED.test(call.input['script']);

function sameSettings(open: OpenFailure, call: SeenCall): boolean {
  const keys = open.kind === 'timeout' ? [...SETTINGS, ...TIME_LIMITS] : SETTINGS;
  return (
    keys.every((key) => open.call.input[key] === call.input[key]) && escalates(open.call) === escalates(call)
  );
}

/** Kinds whose messages advise, though nothing was wrong with the call. */
const ADVISING = new Set([
  'conflict',
  'git-rejected',
  'format',
  'lint',
  'test',
  'lock',
  'network',
  'outage',
  'pending',
]);

/** True where the error itself names the command that this call runs: `terraform init`, `npx playwright install`. */
function isAdvised(open: OpenFailure, call: SeenCall): boolean {
  if (open.call.tool !== 'Bash' || open.callsAfter > 4 || ADVISING.has(open.kind)) return false;
  return call.parts.some((part) => {
    const words = part.args.length > 1 && part.sub.includes(' ') ? 2 : 1;
    const named = [part.program, ...part.args.slice(0, words)].join(' ');
    return (
      part.args.length > 0 &&
      named.length > 6 &&
      !SCAFFOLD.has(part.program) &&
      open.error.includes(named) &&
      !open.call.command.includes(named)
    );
  });
}

const SETTING = /(?:^|[\s;&|])([A-Z_][A-Z0-9_]*=\S*)/g;

function settingsOf(command: string): Set<string | undefined> {
  return new Set([...command.slice(0, 2000).matchAll(SETTING)].map((match) => match[1]));
}

/** True where the command that worked names a folder of its own, in a variable, that the failing one did not. */
function addsSetting(open: OpenFailure): boolean {
  const before = settingsOf(open.call.command);
  return [...settingsOf(open.correction?.command ?? '')].some(
    (setting) => !before.has(setting) && /^\w*(?:CACHE|TMP|TEMP|HOME|DIR|PATH)\w*=/.test(setting ?? ''),
  );
}

/** True where the same simple command worked after another one, in another folder or with another setting. */
function isPrepared(failed: SeenCall, worked: SeenCall, at: number): boolean {
  if (failed.tool !== 'Bash' || at < 0) return false;
  const before = new Set(failed.parts.map((part) => part.text));
  const settings = settingsOf(failed.command);
  return (
    worked.parts
      .slice(0, at)
      .some((part) => !SCAFFOLD.has(part.program) && !isFilter(part) && !before.has(part.text)) ||
    [...settingsOf(worked.command)].some((setting) => !settings.has(setting))
  );
}

/**
 * Looks whether a call that worked corrects an open failure, and notes the best so far.
 * @returns true where it is good enough to stop looking
 */
export function tryCorrection(open: OpenFailure, call: SeenCall): boolean {
  const pairing = pairCalls(open.call, open.culprit, withParts(call));
  open.advised ||= isAdvised(open, call);
  if (pairing.score < 0.45) return false;
  const loose = pairing.score < 0.62 && open.callsAfter > 4;
  if (loose) return false;
  const identical =
    open.call.tool === 'Bash'
      ? open.call.command === call.command && sameSettings(open, call)
      : EDITS.test(call.tool)
        ? !pairing.changed
        : JSON.stringify(open.call.input) === JSON.stringify(call.input);
  if (identical && open.edits.length === 0 && !CODE_KINDS.has(open.kind)) open.passedUnchanged = true;
  if (pairing.score > open.correctionScore) {
    open.correction = call;
    open.correctionScore = pairing.score;
    open.correctionPart = pairing.part;
    open.resettled = open.call.tool === 'Bash' && !pairing.changed && !sameSettings(open, call);
    open.changed =
      !identical &&
      (call.tool !== 'Bash' ||
        pairing.changed ||
        open.resettled ||
        open.call.cwd !== call.cwd ||
        isPrepared(open.call, call, pairing.part));
    if (identical && open.edits.length === 0) open.passedUnchanged = true;
  }
  return pairing.score >= 0.55;
}

const BOUNDED_WAIT =
  /\bg?timeout\s+(?:-\S+\s+)*\d|\bsleep\s+\d|(?:^|[;&\n]\s*)(?:until|while)\s|\bwait\b|--watch\b/;
/** Servers, watchers and followers: run in the foreground they never come back. */
const ENDLESS =
  /\b(?:(?:npm|pnpm|yarn|bun)(?: run)? (?:dev|start|serve|watch|preview)\b|(?:next|astro|nuxt|remix) dev|vite(?: dev| serve)?(?: --|$)|(?:ng|webpack|hugo|jekyll|artisan|mkdocs) serve|hugo server|manage\.py runserver|flask run|uvicorn |gunicorn |rails s(?:erver)?\b|phx\.server|php -S|http\.server|dotnet watch|cargo watch|nodemon|docker[ -]compose up(?!.*(?: -d\b|--detach))|port-forward|vitest(?: *$| watch| --watch)|jest --watch|tsc (?:-w|--watch)|tail (?:-n ?\d+ )?-[fF]|logs (?:.* )?(?:-f|--follow)\b)/;
const TOLERATES = /\|\|\s*(?:true|:|echo|printf|\()|2>\s*\/dev\/null/;

/** A listing with a glob that matched nothing: the shell said no to a question. */
function isGlobProbe(open: OpenFailure): boolean {
  const glob = /no matches found: (\S+)/.exec(open.salient)?.[1];
  if (!glob || glob.startsWith('-')) return false;
  const asked = open.call.parts.find((part) => part.args.some((arg) => arg.includes(glob.slice(-12))));
  return asked !== undefined && /^(?:ls|cat|stat|file|wc|head|tail|find|du|test|\[)$/.test(asked.program);
}

/** True where the correction is the failing command inside a longer one, with nothing edited. */
function isWrapped(open: OpenFailure): boolean {
  const failed = open.call.command.trim();
  const worked = open.correction?.command.trim() ?? '';
  return open.edits.length === 0 && failed.length > 3 && worked !== failed && worked.includes(failed);
}

const NOT_THERE_YET =
  /undefined|unknown field|is not defined|has no (?:field|member|attribute|exported)|does not exist|cannot find|unresolved|no member|not found|ImportError|is not a function/i;

/** A test written before what it tests: it names what is missing, and the fix added just that. */
function isTestFirst(open: OpenFailure): boolean {
  if (open.kind !== 'compile' && open.kind !== 'missing-module') return false;
  if (open.edits.length === 0 || open.edits.some((edit) => edit.test)) return false;
  const named = namedFiles(open.error);
  return named.length > 0 && named.every(isTestFile) && NOT_THERE_YET.test(open.salient);
}

/** Some tests are chosen: by name, by file or by line. */
const NAMES_TESTS =
  /(?:^|\s)(?:-run|-k|-t|-m|--filter|--grep|--tests?|--testNamePattern|-Dtest)[ =]|[\w-]+[._-](?:test|spec)s?\.\w+|\btest_\w+\.py|_spec\.rb|::/;
const ABSENT =
  /\b(?:there(?:'s| is| are) no\b|no \S{1,40} (?:file|here|yet|exists)|does(?:n't| not) (?:exist|have)|(?:isn't|is not|not) (?:there|present|here)|not yet\b)/i;
/** Files that many projects have: reading one asks whether it is there. */
const CONVENTIONAL =
  /(?:^|[\\/])(?:Makefile|Dockerfile|Justfile|Rakefile|Gemfile|(?:README|CHANGELOG|CONTRIBUTING|CLAUDE|AGENTS|GEMINI)(?:\.\w+)?|package\.json|tsconfig\.json|pyproject\.toml|requirements\.txt|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle|\.env[\w.]*|\.gitignore|\.?[\w-]+(?:rc|\.config)(?:\.\w+)?)$/i;

/** Takes the new output for the expected one. */
const ACCEPTS_SNAPSHOT =
  /(?:^|\s)(?:-u|--update(?:-?snapshots?)?|--snapshot-update|--bless|UPDATE_\w+=\S+)(?=$|\s)/;
const AUTOFIX = /(?:^|\s)(?:--?(?:fix|write|auto-?correct|apply)\b|-w\b|-i\b|-[aA]$)|\b(?:fmt|format)\b/;

/** True where the linter's own repair, or a new snapshot, was the whole fix. */
function isAutofix(open: OpenFailure): boolean {
  if (!open.changed || open.edits.length > 0) return false;
  const repairs =
    open.kind === 'test' ? ACCEPTS_SNAPSHOT : open.kind === 'lint' || open.kind === 'format' ? AUTOFIX : null;
  return repairs !== null && repairs.test(open.correction?.command ?? '') && !repairs.test(open.call.command);
}

/** The facts behind the verdict on a failure that is being closed. */
export function factsOf(open: OpenFailure): FailureFacts {
  const { culprit, after } = open;
  const program = culprit?.program ?? '';
  const named = open.files === 'untouched' ? namedFiles(open.error) : [];
  const fixedOldTest = open.edits.length > 0 && open.edits.every((edit) => edit.test) && open.files !== 'own';
  return {
    kind: open.kind,
    hidden: open.hidden,
    attempts: open.attempts.length,
    variants: open.variants.length,
    corrected: open.correction !== null,
    changed: open.changed,
    // Where the edit itself was refused, the edit that worked is the correction.
    editsBetween: open.call.tool === 'Bash' || !open.correction ? open.edits.length : 1,
    passedUnchanged: open.passedUnchanged && !open.advised,
    advised: open.advised === true,
    asksService:
      open.correction?.parts[open.correctionPart]?.sub !== culprit?.sub &&
      /^(?:get|describe|inspect|show|list|view|status|head)\b|\b(?:get|describe|inspect|show|list|view)$/.test(
        culprit?.sub ?? '',
      ),
    versionProbe:
      (culprit?.args.length ?? 0) > 0 && culprit!.args.every((arg) => /^(?:--?version|-[vV])$/.test(arg)),
    probe: open.call.tool === 'Bash' && isProbe(program, culprit?.sub ?? '', open.call.command),
    tolerated: TOLERATES.test(open.call.command),
    expected: open.expectedBefore || EXPECTED.test(after.slice(0, 300)),
    dismissed: DISMISSED.test(after.slice(0, 500)),
    diagnosed: DIAGNOSED.test(after.slice(0, 400)),
    admitted: ADMITTED.test(after.slice(0, 500)),
    files: open.files,
    fixedNamed: open.edits.some((edit) => named.some((name) => sameFile(edit.file, name))),
    suite: !NAMES_TESTS.test(open.call.command.slice(0, 600)),
    testsOnlyEdited: open.testsOnlyEdited,
    wrappedFix: isWrapped(open),
    fixedOldTest,
    resettled: open.resettled === true || (open.kind === 'sandbox' && addsSetting(open)),
    deliberate: NEGATIVE_TRY.test(triedText(open.call)),
    autofixed: isAutofix(open),
    absence: !open.correction && (ABSENT.test(after.slice(0, 300)) || CONVENTIONAL.test(open.call.target)),
    fixedOwnTest: open.edits.length > 0 && open.edits.every((edit) => edit.test) && open.files === 'own',
    searched: /^(?:ls|find|LS|Glob|stat|test)$/.test(program || open.call.tool),
    testFirst: isTestFirst(open),
    whereProbe: open.kind === 'wrong-directory' && culprit?.sub === 'rev-parse',
    globProbe: open.kind === 'shell-syntax' && isGlobProbe(open),
    boundedWait: open.kind === 'timeout' && BOUNDED_WAIT.test(open.call.command),
    timedOutBackground: open.timedOut && open.hidden,
    killedAfter: open.killedAfter,
    endless: open.kind === 'timeout' && ENDLESS.test(open.call.command.slice(0, 600)),
  };
}

/** Probability that the failure is a mistake. */
export function confidenceOf(open: OpenFailure): number {
  return mistakeProbability(factsOf(open));
}
