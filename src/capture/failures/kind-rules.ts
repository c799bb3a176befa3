import type { ErrorKind } from './error-kind.ts';

/** A kind, and the wording by which its errors are known. */
type Rule = [ErrorKind, RegExp];

/** Refusals of the agent's own tools. */
export const TOOL_RULES: Rule[] = [
  ['compile', /introduced (?:new )?syntax error|E999|IndentationError|SyntaxError/],
  [
    'stale-edit',
    /(?:has not been read yet|modified since (?:it was )?(?:last )?read|must (?:first )?read|read (?:the file|it) (?:first|again)|unexpectedly modified|not been read|(?:you )?must (?:use|call) (?:the )?\S*read)/i,
  ],
  [
    'missing-path',
    /verification failed: Failed to read file|^(?:Error: )?(?:File|Path|Directory)(?: name)? \S{1,300} not found\b/i,
  ],
  ['tool-validation', /invalid hunk at line \d+, |^No file open\b|^Usage: edit <start_line>/],
  [
    'edit-mismatch',
    /(?:string to replace not found|old_?string|no (?:exact )?match(?:es)? (?:found )?(?:of|for) |could not find the string|failed to find expected lines|failed to find context|verification failed|matches of the string to replace|found \d+ (?:matches|occurrences)|no changes to make|identical|invalid (?:patch|hunk)|did not appear verbatim|multiple (?:matches|occurrences)|not unique|expected \d+ occurrence)/i,
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
    /(?:InputValidationError|validation|^Invalid (?:\w+ id\b|\w+_\w+:)|\buse the [`'"]?[\w-]+[`'"]? tool (?:to|first)\b|read-only (?:transaction|connection|mode)\b|\b(?:agent|skill|tool|task) (?:type )?['"`]?[\w:.-]+['"`]? (?:was )?not found|no (?:shell|task|process|session|terminal) found|^\w+ failed: |unknown (?:skill|agent|task|subagent)|no task found|required (?:parameter|property)|is missing|invalid (?:type|input|argument|tool|param|regex|range)|(?:unexpected|unknown|unrecogni[sz]ed|unsupported|extra|extraneous)[ _](?:parameter|property|argument|field|option|input|key(?:word)?)s?\b|(?:parameter|property|argument|field)s? .{1,60} (?:is|are) not (?:allowed|supported|permitted|recogni[sz]ed)|got an unexpected keyword|No such tool|unknown tool|not available|unsupported call|exceeds? (?:the )?max|too large|EISDIR|is a directory|cannot (?:read|be read)|binary file|blocked:|must be (?:an? )?(?:absolute|valid|string|number|array|boolean)|not an absolute path|must be within one of|\buse the \w+ (?:tool )?to (?:edit|read|write|view)\b|already exists|invalid `\w+`|\bnot found in (?:the )?(?:current |page |snapshot)|unexpected argument|JSON|schema|offset|not enabled|regex parse error|does not support)/i,
  ],
  [
    'api-misuse',
    /^(?:Error: )?[A-Z]\w+(?: \w+)? not found\b(?!.*\b404\b)|\b[a-z]+ [`'"][\w./:@ -]{1,60}[`'"] (?:was |is |could )?not (?:be )?(?:found|defined|configured)\b|\b(?:no|unknown) [a-z]+(?: [a-z]+)? (?:named |called )?[`'"][\w./:@ -]{1,60}[`'"]/,
  ],
];

/** Complaints about how a command was written; tried in order. */
export const SHELL_RULES: Rule[] = [
  ['outage', /\bapproval (?:review|service) failed\b/i],
  [
    'pending',
    /\b(?:is|already|currently|still) in progress\b(?!.*(?:rebase|merge|cherry-pick|bisect)).{0,200}(?:wait|try again|retry)|\banother operation \(.{1,40}\) is in progress/i,
  ],
  [
    'usage',
    /^(?:collecting \.\.\. )?ERROR: not found: \S+::|^[\w.-]{1,30}: .{0,80}\b(?:does not|doesn't) support (?:the )?(?:[\w-]+ ){0,3}(?:flag|option|argument|predicate|action|operation|command|subcommand|syntax|mode)s?\b/i,
  ],
  [
    'permission',
    /\b(?:request|call|fetch|login|query) failed(?: with)?(?: status)?(?: code)?:? \(?40[13]\b|\bexpired (?:\w+ )?token|\btoken (?:has |is )?expired/i,
  ],
  ['script-error', /^sed: \d+: ".{1,160}": command expected/],
  [
    'usage',
    /^error: (?:unrecognized input|No valid patches in input)|\bExpected (?:exactly|at least|at most) \d+ (?:arg\w*|param\w*|lines?|values?|files?)\b/,
  ],
  ['missing-module', /^E: Package '[^']+' has no installation candidate/],
  ['usage', /\berror compiling pattern\b|\bregular expression is too large\b/i],
  [
    'command-not-found',
    /^(?:\S*sh|zsh): (?:\S+ \d+: )?[\w.+-]+\s?: (?:orden no encontrada|no se encontró la orden|commande introuvable|(?:Befehl|Kommando) nicht gefunden|comando non trovato|comando não encontrado|opdracht niet gevonden|команда не найдена|コマンドが見つかりません|未找到命令)/,
  ],
  ['command-not-found', /^\[[\w-]+: (?:Permission denied|No such file or directory) \(os error \d+\)\]$/],
  [
    'lock',
    /(?:index\.lock|cannot lock ref|\.lock'?: File exists|could not get lock|cannot lock\b|database is locked|another (?:git )?process|is locked by|been locked by|(?:acquir|obtain)\w* .{0,30}\block\b|waiting for (?:file )?lock|resource temporarily unavailable|address already in use|EADDRINUSE|port \d+ is (?:already )?(?:in use|allocated)|that port is already in use|text file busy)/i,
  ],
  [
    'sandbox',
    /(?:sandbox|seatbelt|failed to listen on a port|CreateProcess \{|landlock|listen tcp\S* \S+: bind: operation not permitted|socket: operation not permitted|operation not permitted.*(?:bind|listen|socket|connect|cache|\.git)|cache\S{0,200}: (?:operation not permitted|read-only file system)|failed to (?:open|create).*operation not permitted)/i,
  ],
  [
    'platform',
    /(?:illegal option -- |invalid command code|extra characters at the end of|unterminated substitute|invalid option -- '?P|sed: 1: |date: (?:illegal|invalid)|stat: (?:illegal|cannot read file system)|readlink: illegal|declare: -A|mapfile: |readarray: |(?:^|\s)(?:timeout|gsed|realpath|tac|shuf|nproc|setsid|sha256sum|md5sum|ss|xdg-open|pbcopy|apt-get|brew|seq|watch|tree|gdate): (?:command )?not found|command not found: (?:timeout|gtimeout|gsed|realpath|tac|shuf|nproc|setsid|sha256sum|md5sum|ss|xdg-open|pbcopy|apt|apt-get|brew|watch|gdate)\b|is not recognized as (?:an internal|the name of|a name of)|A parameter cannot be found that matches|The token '&&' is not a valid|running scripts is disabled|exec format error|externally-managed-environment|bad CPU type|GLIBC|head: illegal line count|base64: invalid|xargs: (?:illegal|command line cannot)|mktemp: |find: -printf|grep: .*lookaround|cp: illegal|ps: illegal)/i,
  ],
  [
    'shell-syntax',
    /(?:syntax error near|parse error near|unexpected EOF while looking|unexpected end of file|unmatched|unterminated (?:quoted|string)|bad substitution|event not found|no matches found|no matches for wildcard|\bbash: (?:line \d+: )?no match: |read-only variable|bad pattern|bad math|unbound variable|parameter not set|== not found|\(eval\):\d+: (?:parse error|unmatched|bad|number|not an identifier|unknown)|not a valid identifier|ambiguous redirect|bad interpreter|here-document|argument list too long|file name too long|bad assignment|bad array subscript|integer expression expected|unary operator|binary operator expected|conditional|too many arguments$|ParserError|unexpected token|missing expression after|command substitution|invalid variable name|bad set of key)/i,
  ],
  [
    'wrong-directory',
    /(?:\b(?:cd|pushd):(?:\d+:)? (?!(?:command )?not found)|working directory .{1,200} was deleted|^pattern \S+: (?:lstat|stat|directory)|cd: .*(?:no such|not a dir)|failed to change (?:working |the )?directory|no such file or directory: .{1,80}\(cd\)|not a git repository|no go files in|go\.mod file not found|cannot find main module|directory prefix .* does not contain main module|outside main module|is not in (?:GOROOT|std)|could not find [`'"]?(?:Cargo\.toml|package\.json|pyproject|build\.gradle|pom\.xml)|Could not read package\.json|no such file or directory, open '[^']*package\.json|ENOENT.*package\.json|couldn't find a package\.json|No makefile found|no pom\.xml|no such project|does not contain a gradle build|no configuration file provided|manifest path .* does not exist|not inside a|current directory .* not|outside (?:of )?(?:the )?(?:repository|workspace|project)|directory not found|no .{1,30} project found|Could not find a version file|No (?:Terraform )?configuration files|no [\w.-]+\.\w{2,6} (?:file )?(?:was )?found|(?:could(?:n't| not)|cannot) find (?:a |an |the |any )?[\w. -]{0,20}(?:project\b|workspace|manifest|\w+\.(?:toml|swift|xml|gradle|csproj|sln|mod))|there is no POM in|can't cd to|The system cannot find the path)/i,
  ],
  [
    'usage',
    /(?:no files matching the pattern|a (?:terminal|password) is required|no password supplied|\.\w{2,4}: binary file matches|named files must (?:all )?be |no rule to make target|cannot run \*_test\.go files|test binary .{1,80} for multiple packages|task [`'"][\w:-]+[`'"] not found|not a TTY|(?:not (?:running )?in|needs|requires|without) an? (?:tty|(?:interactive )?terminal)\b|non-interactive (?:mode|environment|shell|terminal)|is non-interactive\b|(?:unknown|invalid|unsupported) [\w-]+ [`'"][^`'"]{1,60}[`'"][\s.,;:([-]{1,4}(?:valid|allowed|available|known|possible|supported)\b|invalid option: expected one of|invalid enum value|(?:unknown|unrecogni[sz]ed) (?!column|table|attribute|database|identifier|type|variable|symbol|class|property|error|host)[\w-]+ [`'"][^`'"]{1,60}[`'"]|ADDING_TO_ROOT|failed to load (?:custom|plugin|config|preset)|has no (?:command|subcommand|option|task|target) (?:named|called)|unknown (?:shorthand )?(?:predicate|primary|flag|option|command|subcommand|sub-command|switch|argument|field|action|parameter|property|key|linter|target|verb|resource|help topic|revision or path)|unrecognized (?:option|argument|arguments|command|subcommand|flag|parameter|field)|unrecognised|unexpected argument|unexpected option|no such (?:option|command|subcommand|task|service|remote|tool|script|target)|is not a (?:git command|known|valid (?:command|option|choice|value|argument|flag|subcommand))|invalid (?:option|flag|argument|choice|subcommand|reference format|value for|command|syntax|format|field|path|date|time|mode|number|url|spec|regular|regex|range|character)|illegal (?:option|argument)|bad (?:option|flag|argument|usage|expression)|flag provided but not defined|flag needs an argument|required (?:flag|option|argument|parameter|arguments)|positional argument when none|arguments? (?:is|are) required|missing (?:required|operand|argument|parameter|value|script|\w+ argument)|requires? (?:at least |exactly |an? )?(?:\d+ )?(?:arg|value|parameter|operand)|is not a full refname|but no -\w+ option was given|exists, but not [`'"]|is not (?:a )?valid (?:[\w-]+ ){1,3}(?:setting|value|option)|accepts (?:at most |between )?\d+ arg|expected (?:one|\d+|at least) argument|too (?:many|few) (?:\w+ )?arguments|wrong number of arg|mutually exclusive|cannot be (?:used|combined|specified) (?:with|together)|can only be used with|must (?:either )?(?:specify|provide|be (?:one of|used|specified|given))|not (?:allowed|supported) (?:with|in|for|when)|Unknown JSON field|no such column|ambiguous argument|option .{1,40} (?:requires|is unknown|not recogn)|(?:option|flag|argument|command) [`'"][^`'"]{1,60}[`'"] does not exist|argument .{1,30} (?:invalid|not allowed|unexpected)|specify (?:a|the|one|at least)|Missing script|did you mean|build constraints exclude all|unsupported (?:option|flag|argument|format|value|protocol|scheme)|conflicts with|cannot use .{1,30} (?:with|without)|^usage:|Unknown argument|regex parse error|error parsing|malformed|cannot parse|failed to parse|invalid (?:pattern|group|preceding)|flags? .{1,40} (?:not|cannot)|for shell completion|unable to parse|(?:command|task|scheme|phase|rule|goal|recipe|playbook|profile|configuration) [`'"][\w:./ -]{1,60}[`'"] (?:is |was |could |does )?not (?:found|defined|exist|be found)|(?:does not contain|couldn't find|could not find|cannot find|cannot locate|can't find) an? (?:script|scheme|command|task|target|recipe) |no (?:commands|targets|tasks|schemes|projects|tests?|packages|workspaces) (?:are |were )?(?:defined|found|match(?:ed)?|ran|collected)\b|no package found|no test configuration file|\d+ deselected\b|cannot locate (?:tasks|projects)|unknown lifecycle phase|can only (?:\w+ ){1,3}with |couldn't resolve module|EDITOR unset|not a valid (?:command|task|phase)|could not be found\. did you mean|no tests? (?:found for given|matching pattern)|you must specify|\b(?:specify|set|pass)\b.{0,40} with (?:the )?-{1,2}\w|is misspelled|no (?:\w+ )?target named|no \w+ with (?:the )?(?:id|name)\b|no tests? (?:were |was )?(?:executed|run|selected)\b|curl: \((?:1|2|3|4|27|48)\)|unexpected value [`'"]|unrecognized [`'"][\w-]+[`'"] option|(?:duplicate module named|source file found twice) |(?:command|option|flag|subcommand|argument) .{0,40}(?:is deprecated\b|has been (?:removed|renamed|replaced)|is no longer (?:supported|available))|no (?:such )?[\w-]+ (?:named |in \S+: )[`'"]|paths must precede expression|no test files found|unknown compiler option|was replaced by [`'"]|(?:could(?:n't| not)|cannot) find an? [\w.-]{0,20}config|not supported any ?more\b|could not find the selected project|could not find \w+ named |has no such [\w-]+ \w|(?:could not|cannot|can't) find (?:an? |the )?(?:action|lane|job|suite|group|preset|stage|workflow|template|generator|environment)\b[\w ,]{0,24} [`'"]|not found in configuration file|could not match supplied|no hosts to target|no \w+ selected\b|paths given to .{1,40} did not match|already exists\. (?:exiting|use |overwrite)|can(?:not|'t) be used)/i,
  ],
  [
    'api-misuse',
    /(?:GraphQL: |gave HTTP response to HTTPS client|sent (?:an )?(?:plain )?HTTP request (?:was sent )?to (?:an )?HTTPS|\bwrong version number\b|does not look like a TLS handshake|HTTP (?:400|404|405|409|415|422)|status(?: code)?:? (?:400|404|405|409|422)|"status": ?"?(?:400|404|422)|Unprocessable|Bad Request|Validation Failed|Could not resolve to an? |NotFound: |AlreadyExists|is invalid: |admission webhook|(?:Argument|Field|InputObject) '[^']+' (?:doesn't|is missing|of required)|(?:pods?|deployments?|services?|resource|configmaps?|secrets?|namespaces?|nodes?|jobs?|ingress\w*)[\w. ]* "[^"]*" not found)/i,
  ],
  [
    'missing-module',
    /(?:No module named|ModuleNotFoundError|Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|module not found|no required module provides|cannot load such file|Could not find gem|could not find or load main class|package .{1,80} (?:is not in|not found|does not exist)|unresolved import|can't find crate|in locally installed gems|in any of the sources|no matching package|Unable to locate package|Could not find a version that satisfies|No matching distribution|installable set of packages|ResolutionImpossible|conflicting dependencies|version solving failed|does not satisfy (?:that|the) requirement|compatible versions for|not available from current channels|failed to resolve import [`'"][^./`'"]|(?:binary|executable|browser) is missing|missing go\.sum entry|linker [`'"]\S{1,40}[`'"] not found|could not find a package configuration file|peer dep|unable to resolve dependency tree|shared object file|library not (?:found|loaded)|image not found|no virtual environment|in locally installed gems|(?:component|toolchain) .{1,60} (?:is )?not installed|did not initiali[sz]e yet|executable doesn't exist)/i,
  ],
  [
    'command-not-found',
    /(?:command not found|^make(?:\[\d+\])?: [\w.+-]+: No such file or directory$|failed to spawn|unable to find executable|^(?:\S*sh|\(eval\)|env)[\s:\d]*(?:line \d+: )?[\w.+-]+: not found|No such file or directory: '[\w.-]+'$|executable file not found|not recognized as|is not installed|no version is set for (?:command|shim)|program not found|spawn \S+ ENOENT|could not determine executable|is not in this registry|npm (?:ERR!|error) (?:404|code E404)|cannot find binary|Unknown command|not found in \$?PATH)/i,
  ],
  [
    'git-rejected',
    /(?:\[(?:remote )?rejected\]|failed to push some refs|non-fast-forward|updates were rejected|protected branch|fetch first|stale info|pre-receive hook|pre-push hook|pre-commit hook|husky)/i,
  ],
  [
    'conflict',
    /(?:CONFLICT \(|merge conflict|could not apply|needs merge|unmerged (?:files|paths)|fix conflicts|patch (?:failed|does not apply)|Automatic merge failed|would be overwritten(?! by checkout)|previous cherry-pick is now empty|rebase in progress)/i,
  ],
  [
    'git-state',
    /(?:pathspec|cannot (?:delete|force[- ]update|rename) (?:the )?branch|would be overwritten by checkout|nothing to commit|no changes added|already exists|is not a commit|is not a stash-like commit|not something we can merge|unstaged changes|uncommitted changes|does not have any commits|paths are ignored|already (?:used by worktree|checked out)|no upstream|no tracking information|unknown revision|bad revision|bad object|not a valid object|couldn't find remote ref|invalid reference|no commits between|refusing to|dubious ownership|please tell me who you are|detached|not currently on (?:a|any) branch|needed a single revision|no such ref|contains modified or untracked|did not match any|no stash entries|cannot lock ref|does not point to|is not fully merged|divergent branches|unrelated histories|src refspec)/i,
  ],
  [
    'outage',
    /(?:50[0234] (?:Service|Bad|Gateway|Internal)|HTTP 5\d\d|status(?: code)?:? 5\d\d|service unavailable|bad gateway|gateway time-?out|rate limit|too many requests|HTTP 429|overloaded|quota exceeded|internal server error|temporarily unavailable)/i,
  ],
  ['permission', /permission denied \(publickey/i],
  [
    'network',
    /(?:error connecting to |could not resolve host|getaddrinfo|\bENOTFOUND\b|ECONNREFUSED|ECONNRESET|ETIMEDOUT|connection (?:refused|reset|timed out|closed)|network is unreachable|no route to host|TLS handshake|certificate (?:verify|has)|unable to access 'http|temporary failure in name|dial tcp|i\/o timeout|remote end hung up|early EOF|timeout was reached|could(?:n't| not) be downloaded|failed to connect|Could not connect|proxyconnect|\bSSL(?:[_ ]\w*(?:connect|error|handshake|read|routines)|Error|: |_ERROR)|curl: \((?:6|7|28|35|52|56)\))/i,
  ],
  [
    'permission',
    /(?:permission denied|host key verification|access (?:is )?denied|not authorized|unauthorized|forbidden|HTTP 40[13]|authentication (?:failed|required)|could not read (?:username|password)|EACCES|EPERM|could not lock config file .{1,200}: read-only file system|operation not permitted|must be (?:run as )?root|not permitted|requires authentication|login required|not logged in|gh auth login|invalid credentials|bad credentials|insufficient (?:permission|scope)|sudo: )/i,
  ],
];
