import { anyOf } from '../../../text/any-of.ts';
import { LONG_PROCESS_NAME, MALFORMED_CALL, PORT_TAKEN } from '../../../text/known-messages.ts';
import { notFoundOf } from '../../../text/shell-says.ts';
import { NEEDS_ROOT } from '../result/own-error.ts';
import type { ErrorKind } from './error-kind.ts';
import { PROGRAM_RULES } from './program-kind-rules.ts';

/** A kind, and the wording by which its errors are known. */
export type Rule = [ErrorKind, RegExp];

/** Programs that one system brings and another does not. */
const OF_ONE_SYSTEM =
  /timeout|gtimeout|gsed|gdate|realpath|tac|shuf|nproc|setsid|sha256sum|md5sum|ss|xdg-open|pbcopy|apt|apt-get|brew|seq|watch|tree/;

/** Refusals of the agent's own tools. */
export const TOOL_RULES: Rule[] = [
  ['no-match', /^No task found with ID: /],
  ['tool-validation', new RegExp(`^(?:\\w*Error: )?(?:${MALFORMED_CALL.source})`)],
  ['compile', /introduced (?:new )?syntax error|E999|IndentationError|SyntaxError/],
  [
    'stale-edit',
    anyOf(
      [
        /modified since (?:it was )?(?:last )?read|must (?:first )?read/,
        /read (?:the file|it) (?:first|again)|unexpectedly modified|not been read/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'missing-path',
    /verification failed: Failed to read file|^(?:Error: )?(?:File|Path|Directory)(?: name)? \S{1,300} not found\b/i,
  ],
  ['environment', /^(?:Unhandled error: )?(?:Error: )?EACCES: permission denied, open /],
  [
    'tool-validation',
    /invalid (?:hunk at line \d+, |patch: The (?:first|last) line)|Failed to find context '-\d+(?:,\d+)? \+\d|^No file open\b|^Usage: edit <start_line>/,
  ],
  [
    'edit-mismatch',
    anyOf(
      [
        /string to replace not found|old_?string|no (?:exact )?match(?:es)? (?:found )?(?:of|for) /,
        /could not find the string|failed to find expected lines|failed to find context/,
        /verification failed|matches of the string to replace|found \d+ (?:matches|occurrences)/,
        /no changes to make|identical|invalid (?:patch|hunk)|did not appear verbatim/,
        /multiple (?:matches|occurrences)|not unique|expected \d+ occurrence/,
      ],
      { flags: 'i' },
    ),
  ],
  ['usage', /\bERROR: +(?:\w{5}: )?column \S{1,80} does not exist/],
  ['missing-module', /\bCould not find (?:Chrome|Firefox)\b/],
  [
    'tool-validation',
    /^(?:Error: )?Tool [`'"][\w.:/-]+[`'"] does not exist|\bcall unavailable tool\b|\bcannot be used with (?:the )?\w+ tool\b|\bfailed to deserialize (?:parameters|arguments)\b/,
  ],
  [
    'network',
    /(?:posix_spawn|unable to fetch|\bENOTFOUND\b|ETIMEDOUT|ECONNRE|socket hang up|certificate|status code 5\d\d|rate.?limit|overloaded|unavailable)/i,
  ],
  [
    'api-misuse',
    /^(?:failed to .{1,200})?(?:GET|POST|PUT|PATCH|DELETE) \S+ (?:40[0469]|422)\b|\bNo commit found for the ref/,
  ],
  [
    'missing-path',
    /(?:(?:file|path|directory)[^.]{0,200} does not exist|does not exist\b|no such file|file not found|path not found|ENOENT|cannot find|no files found|nonexistent)/i,
  ],
  [
    'tool-validation',
    anyOf(
      [
        /validation|^Invalid (?:\w+ id\b|\w+_\w+:)/,
        /\buse the [`'"]?[\w-]+[`'"]? tool (?:to|first)\b|read-only (?:transaction|connection|mode)\b/,
        /\b(?:agent|skill|tool|task) (?:type )?['"`]?[\w:.-]+['"`]? (?:was )?not found/,
        /no (?:shell|task|process|session|terminal) found|^\w+ failed: |\w_\w+ parameter is required/,
        /\(run \w[\w -]{1,30} first\)/,
        /unknown (?:skill|agent|task|subagent)|required (?:parameter|property)|is missing/,
        /invalid (?:type|input|argument|tool|param|regex|range)/,
        /(?:unexpected|unknown|unrecogni[sz]ed|unsupported|extra|extraneous)[ _](?:parameter|property|argument|field|option|flag|command|subcommand|input|key(?:word)?)s?\b/,
        /(?:parameter|property|argument|field)s? .{1,60} (?:is|are) not (?:allowed|supported|permitted|recogni[sz]ed)/,
        /No such tool|unknown tool|not available|unsupported call/,
        /exceeds? (?:the )?max|too large|EISDIR|is a directory|cannot (?:read|be read)|binary file/,
        /blocked:|must be (?:an? )?(?:absolute|valid|string|number|array|boolean)|not an absolute path/,
        /must be within one of|\buse the \w+ (?:tool )?to (?:edit|read|write|view)\b|already exists/,
        /invalid `\w+`|\bnot found in (?:the )?(?:current |page |snapshot)|JSON/,
        /schema|offset|not enabled|regex parse error|not allowed in a regex|does not support/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'api-misuse',
    anyOf([
      /^(?:Error: )?[A-Z]\w+(?: \w+)? not found\b(?!.*\b404\b)/,
      /\b[a-z]+ [`'"][\w./:@ -]{1,60}[`'"] (?:was |is |could )?not (?:be )?(?:found|defined|configured)\b/,
      /\b(?:no|unknown) [a-z]+(?: [a-z]+)? (?:named |called )?[`'"][\w./:@ -]{1,60}[`'"]/,
    ]),
  ],
];

/** Complaints about how a command was written; tried in order. */
export const SHELL_RULES: Rule[] = [
  ['outage', /\bapproval (?:review|service) failed\b/i],
  [
    'pending',
    /\b(?:is|already|currently|still) in progress\b(?!.*(?:rebase|merge|cherry-pick|bisect)).{0,200}(?:wait|try again|retry)|\bstill in progress\b.{0,80}\bwhen (?:it|the \w+) is (?:complete|finished|done|over)|\banother operation \(.{1,40}\) is in progress/i,
  ],
  [
    'usage',
    anyOf(
      [
        /^(?:collecting \.\.\. )?ERROR: not found: \S+::/,
        /^[\w.-]{1,30}: .{0,80}\b(?:does not|doesn't) support (?:the )?(?:[\w-]+ ){0,3}(?:flag|option|argument|predicate|action|operation|command|subcommand|syntax|mode)s?\b/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'permission',
    /\b(?:request|call|fetch|login|query) failed(?: with)?(?: status)?(?: code)?:? \(?40[13]\b|\bexpired (?:\w+ )?token|\btoken (?:has |is )?expired/i,
  ],
  ['script-error', /^sed: \d+: ".{1,160}": command expected/],
  ['usage', /^(?:fatal|error): option [`'"]-{1,2}[\w-]+[`'"] must come before non-option arguments/],
  // What the file system says of a place, not the program of its arguments.
  ['missing-path', /^\w+: cannot (?:access|open|stat|read) .{1,300}: Invalid argument$/],
  // .NET names the program, and then the folder: what is wrong stands behind both.
  [
    'missing-path',
    /(?<!failed to run: )An error occurred trying to start process '[^']+' with working directory '/,
  ],
  [
    'usage',
    /^error: (?:unrecognized input|No valid patches in input)|^Invalid [\w -]{2,40} (?:provided|supplied)\b|\bExpected (?:exactly|at least|at most) \d+ (?:arg\w*|param\w*|lines?|values?|files?)\b/,
  ],
  // What tsc says of its own options; of those in a file it names the place.
  ['usage', /^error TS(?:5\d{3}|6053|18003): /],
  ['missing-module', /^E: Package '[^']+' has no installation candidate/],
  ['usage', LONG_PROCESS_NAME],
  // An option behind `--`, or behind the operands of a BSD program, is one more of them.
  ['usage', /^\w[\w.-]{0,20}: [`'"‘]?--?[A-Za-z][\w-]*(?:=\S{0,80})?['"’]?: No such file or directory\b/],
  ['usage', /^TypeError \[ERR_UNKNOWN_FILE_EXTENSION\]: /],
  ['usage', /\berror compiling pattern\b|\bregular expression is too large\b/i],
  [
    'sandbox',
    /unable to create (?:directory for \.git\/|.{1,300}\.lock['"]?: (?:operation not permitted|read-only file system))/i,
  ],
  ['permission', NEEDS_ROOT],
  ['permission', /\.lock['"]?: Permission denied$/],
  ['environment', /\bdofork: child -?\d|\bfork: (?:retry: )?Resource temporarily unavailable/],
  [
    'lock',
    anyOf(
      [
        /index\.lock|\.lock'?: File exists|could not get lock|cannot lock\b/,
        /database is locked|another (?:git )?process|is locked by|been locked by/,
        /(?:acquir|obtain)\w* .{0,30}\block\b|waiting for (?:file )?lock|resource temporarily unavailable/,
        PORT_TAKEN,
        /text file busy/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'sandbox',
    anyOf(
      [
        /sandbox|seatbelt|failed to listen on a port|CreateProcess \{|landlock|^approval (?:policy is|required by policy)/,
        /^`[^\n]{1,400}` rejected: (?:policy forbids|blocked by policy)/,
        /listen tcp\S* \S+: bind: operation not permitted|socket: operation not permitted/,
        /operation not permitted.*(?:bind|listen|socket|connect|cache|\.git)|^PermissionError: \[Errno 1\]/,
        /cache\S{0,200}: (?:operation not permitted|read-only file system)/,
        /failed to (?:open|create).*operation not permitted/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'platform',
    anyOf(
      [
        /illegal option -- |invalid command code|extra characters at the end of|unterminated substitute/,
        /invalid option -- '?P|sed: 1: |date: (?:illegal|invalid)/,
        /stat: (?:illegal|cannot read file system)|readlink: illegal|declare: -A|mapfile: |readarray: /,
        new RegExp(notFoundOf(`(?:${OF_ONE_SYSTEM.source})`)),
        /is not recognized as (?:an internal|the name of|a name of)/,
        /A parameter cannot be found that matches|because the parameter name '\w+' is ambiguous/,
        /exec format error|not a valid application for this OS|externally-managed-environment|bad CPU type|GLIBC/,
        /head: illegal line count|base64: invalid|xargs: (?:illegal|command line cannot)|mktemp: /,
        /find: -printf|grep: .*lookaround|cp: illegal|ps: illegal/,
        /Received protocol '[a-z]:'|The filename, directory name, or volume label syntax is incorrect/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'shell-syntax',
    anyOf(
      [
        /syntax error near|parse error near(?! line \d)|unexpected EOF while looking|unexpected end of file|(?<!SyntaxError: )unmatched/,
        /unterminated (?:quoted|string)|bad substitution|event not found|no matches found: /,
        /no matches for wildcard|\bbash: (?:line \d+: )?no match: |read-only variable|bad pattern/,
        /bad math|unbound variable|parameter not set|== not found/,
        /\(eval\):\d+: (?:parse error|unmatched|bad|number|not an identifier|unknown)/,
        /not a valid identifier|ambiguous redirect|bad interpreter|here-document|argument list too long/,
        /file name too long|bad assignment|bad array subscript|integer expression expected|unary operator/,
        /binary operator expected|conditional|too many arguments$|ParserError|unexpected token/,
        /missing expression after|command substitution|invalid variable name|bad set of key/,
        /^curl: option : blank argument|^g?awk: cmd\. line:\d+: (?!.*(?:fatal|warning|cannot open))/,
      ],
      { flags: 'i' },
    ),
  ],
  [
    'wrong-directory',
    anyOf(
      [
        /\b(?:cd|pushd):(?:\d+:)? (?!(?:command )?not found)|working directory .{1,200} was deleted/,
        /^pattern \S+: (?:lstat|stat|directory)/,
        /failed to change (?:working |the )?directory|no such file or directory: .{1,80}\(cd\)/,
        /not a git repository|no go files in|go\.mod file not found|cannot find main module/,
        /directory prefix .* does not contain main module|outside main module|is not in (?:GOROOT|std)/,
        /could not (?:find|locate) [`'"]?(?:Cargo\.toml|package\.json|pyproject|build\.gradle|pom\.xml|Gemfile\b)/,
        /Could not read package\.json|no such file or directory, open '[^']*package\.json/,
        /ENOENT.*package\.json|couldn't find a package\.json|No makefile found|no pom\.xml/,
        /no such project|does not contain a gradle build|no configuration file provided/,
        /manifest path .* does not exist|not inside a|current directory .* not/,
        /outside (?:of )?(?:the )?(?:repository|workspace|project)|directory not found/,
        /no .{1,30} project found|Could not find a version file|No (?:Terraform )?configuration files/,
        /no [\w.-]+\.\w{2,6} (?:file )?(?:was )?found|no config(?:uration)? file [`'"][^`'"]{1,80}[`'"] (?:was )?found/,
        /(?:could(?:n't| not)|cannot) find (?:a |an |the |any )?[\w. -]{0,20}(?:project\b|workspace|manifest|\w+\.(?:toml|swift|xml|gradle|csproj|sln|mod))/,
        /there is no POM in|can't cd to|The system cannot find the path/,
        /(?:only (?:supported|available)|not available) [^\n]{0,60}\b(?:within|inside|outside) (?:of )?(?:a|an|the) (?:\w+ )?(?:workspace|project|repository|app)\b/,
      ],
      { flags: 'i' },
    ),
  ],
  ...PROGRAM_RULES,
];
