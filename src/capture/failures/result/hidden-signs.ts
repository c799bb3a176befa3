import { anyOf } from '../../../text/any-of.ts';

/** What outputs that nobody flagged look like where their command failed, and where it passed. */

/** Strong signs of a failure in the first or last lines of an output that nobody flagged. */
export const HIDDEN_START = anyOf(
  [
    /[a-z][\w-]{1,20} ERROR (?=[a-z])/,
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: )?\S|\(eval\):|zsh:\d+:/,
    /fatal: |error(?:\[E\d+\])?: |Error: |ERROR: (?!\d)|usage: |Usage: |npm (?:ERR!|error) /,
    /[Uu]nknown (?:flag|command|shorthand|option)|unrecognized |Traceback \(most recent call last\)/,
    /panic: |[\w-]+ (?:accepts|takes|expects) (?:at most|at least|exactly|only) (?:one|two|\d+) \w+$/,
    /[\w./-]+: (?:command not found|No such file or directory|illegal option|invalid option|unrecognized option|unknown option|permission denied)/,
    /(?:vet: )?(?:\.{0,2}\/)?[\w@./-]+\.\w{1,5}:\d+:\d+: |\w+(?:Error|Exception)(?:: | while loading )/,
    /(?:timeout|env|nice|nohup|stdbuf): failed to run command |jq: (?:parse )?error|curl: (?:\(\d+\)|option )/,
    /sed: |awk: |make: \*\*\*|sudo: a (?:terminal|password) is required/,
    /go: (?!downloading|finding|extracting|added|upgraded)|no (?:configuration|go|test) files/,
    /The term '|Cannot find |Could not |command not found|could not |GraphQL: |HTTP [45]\d\d/,
    /Command "[^"]{1,60}" is not defined|\[ERROR\] +\S|\(error\) [A-Z]{3,}|MSBUILD ?: error /,
    /no required module |Error from server \(\w+\): |failed to parse jq /,
    /\S*python[\d.]*: (?:No module named|can't open file) /,
    /no such (?:service|container|image|option|command)\b|Unknown JSON field|\[!\] [A-Z]/,
    /OCI runtime exec failed: |failed to run git: |\S+: error while loading shared libraries: /,
    /[✘❌] +\S|FATA\[\d+\] |CRITICAL: |did not find executable at |Warning: [\w ]{3,40} created with compilation errors/,
    /No (?:projects|packages|tasks|tests?|workspaces?) (?:matched|found|defined)/,
    /(?:Specifying|Passing) [\w ]{3,40} should be (?:via|done with|given by) '?--|[^\n]{3,60} should be via '--/,
    /[\w.-]+ (?:must be installed|is required but (?:\S+ ){0,2}not installed)/,
    /(?:\w+ ){0,2}(?:[Ff]ile|[Ff]older|[Dd]irectory|[Pp]ath) not found: (?:[A-Za-z]:\\|[~.]{0,2}\/)\S/,
    /[\w`-][^\n]{1,60} when not running interactively|This is not the \w+ command you are looking for|To get access to the \w+ compiler, /,
    /node:[\w/]+:\d+$|PHP (?:Parse|Fatal) error: |In \w+\.php line \d+:$|\*\* \(\w[\w.]*\) \S|rake aborted!$/,
    /(?:Fatal|Parse|Syntax|Runtime|Config(?:uration)?|Connection) error: |Error in \w\S*[:( ]|ERROR! \S|ERROR {1,2}[A-Z]|abort: \S/,
    /(?:\.{1,2}\/)?[\w@./-]{1,120}: (?:line )?\d+: (?:syntax error|[^\n]{1,200}: (?:No such file or directory|Permission denied|unbound variable)$)/,
    /[^\w\s]{0,3} *Error (?:[A-Z]+\d+: |\[\w+\] |[a-z]+ing [a-z]|[a-z]+ (?:has|is|was|does|did|could|can)(?:n't| not|\b))|Error! \S|ERRO\[\d+\] |%Error: /,
    /[A-Z]\w+ Error: \S|\S+:\d+:\w+(?:Error|Exception): |(?:[\w:/-]+ ){0,3}failed: \S|FAILED: \S|Failure(?:: | \[[A-Z_]+\])|\[\w+\]\[ERROR\] /,
    /\S+:\d+: (?:syntax error\b|parser error :)|\S+:\d+:in ['`][^\n]{1,200}\(\w+\)$|\w+: [\w.-]+: command not found$|No (?:such )?file named \S+$/,
  ],
  { before: /^/ },
);
export const HIDDEN_END = anyOf(
  [
    /[\w.]+(?:Error|Exception): \S|[a-z]\w*\.error: \S|(?:\w+ ){0,2}(?:\w+ ?)?command not found|\S+: command not found/,
    /(?:ba|z)?sh: .*(?:not found|No such file)|fatal: |error: |Error: /,
    /ERROR: (?:[A-Z][a-z]+[A-Z]\w+: |Cannot |Could not |No )|FAIL$|FAIL\t/,
    /FAILED(?:[: ]|$)|make: \*\*\*|npm (?:ERR!|error) |SyntaxError/,
    /.*(?:\((?:no such file or directory|(?:HTTP|status)(?: code)?:? 4(?:0[0569]|22))\)| \[(?:build|setup) failed\]|too many errors)$/,
    /[A-Z][^\n]{3,120}, no such (?:file or )?directory: [~.]{0,2}\/\S+$/,
    /\[nodemon\] app crashed|ERR_\w+|(?:[a-z][a-z ]{2,40} failed: )?GraphQL: |unknown (?:flag|command|shorthand flag|option)(?:: | "|$)|error Command failed/,
    /\S+:\d+:in .{1,120}\(\w+(?:Error|Exception)\)$|Node\.js v\d+\.\d+\.\d+$/,
    /[^\n]{0,120}(?:[Aa]ddress already in use|EADDRINUSE)|(?:\w{1,30}: )?(?:getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|connect ECONNREFUSED) \S/,
    /ELIFECYCLE\W+Command failed|(?:[└✖×✕] {1,3})?Operation cancell?ed\.?$/,
    /(?:\.{1,2}\/)?[\w@./-]{1,120}: line \d+: (?:[^\n]{1,200}: )?(?:command not found|No such file or directory|Permission denied|unbound variable)$/,
    /thrown in \S+ on line \d+$|PHP (?:Parse|Fatal) error: |from \S+:\d+:in ['`]|\*\* \(\w[\w.]*\) \S|\(See full trace by running task with --trace\)$/,
    /at (?:async |new )?[\w$.<>#[\] ]{1,120} \([^()\s]{1,300}:\d+\)(?: \{)?$|code: '(?:ERR_\w+|MODULE_NOT_FOUND|E[A-Z]{4,})',?$/,
    /[\w@./-]{1,120}: line \d+: syntax error|[a-z][\w-]{1,20} error: \S|Try ['`‘"]\S+ (?:--help|-h)['’"`] for /,
    /(?:ERROR|FATAL|CRITICAL) +[a-z][\w-]*(?:(?:::|\.)\w+)+: \S/,
    /Execution halted$|\[C\]: in \?$|\(file "[^"\n]{1,200}" line \d+\)$|[Ee]xit(?:ed with)? (?:status|code):? [1-9]\d*\.?$/,
    /\S[^\n]{0,200} at \S+ line \d+\.$|BEGIN failed--compilation aborted|\S+ had compilation errors\.$/,
    /\W{0,6}Failed with errors\b|(?:[^\n]{0,120}\b)?version solving (?:has )?failed\.?$|Encountered error while \w+ing\b|[^\n]{0,120}\btest failed$|Aborting [a-z][^\n]{0,60}(?: due to |:)/,
    /(?:\w+ ){1,3}failed with (?:[1-9]\d* errors?|(?:exit )?(?:code|status) [1-9]\d*)\b/,
  ],
  { before: /^/ },
);

/** Refusals that are no other program's text, however much was printed above them. */
export const HIDDEN_BELOW = anyOf(
  [
    /MSBUILD ?: error |did not find executable at |OCI runtime exec failed: /,
    /failed to run git: fatal: |Error from server \(\w+\): |Unknown JSON field: |unknown (?:shorthand )?flag: /,
    /no such service: |no required module provides |Command "[^"]{1,60}" is not defined|Could not locate Gemfile/,
    /\S*python[\d.]*: (?:No module named|can't open file) |error: (?:unexpected argument|unrecognized (?:sub)?command) '/,
    /Did you mean (?:this|one of these)\?$|ERR_[A-Z]+_\w+ {1,2}\S/,
    /No projects matched the filters|error: unknown (?:option|command) ['"`]|fatal: (?:unrecognized|ambiguous) argument/,
  ],
  { before: /^/ },
);

/** Verdicts that builders and test runners print among their last lines. */
export const HIDDEN_SUMMARY = anyOf(
  [
    /=+ .*\b\d+ (?:failed|errors?)\b.* in [\d.:]+s?.*=+$/,
    /(?:\d+ [a-z]+, )*\d+ (?:failed|errors?)\b[^\n]{0,80} in [\d.]+s(?: \([\d:]+\))?$/,
    /Tests?(?: Files| Suites)?:?\s+(?:\d+ \w+ \| )?\d+ failed\b/,
    /(?:[A-Z]\w+: +)?\d+ pass(?:ed)?[,;|]? +(?:and )?[1-9]\d* fail(?:ed|ures?)?\b/,
    /error: (?:could not compile|test failed|aborting due to)/,
    /(?:[\w.-]+-)?(?:cc|gcc|g\+\+|clang(?:\+\+)?|collect2): (?:fatal )?error: \S/,
    /(?:\*\* )?(?:BUILD|TEST|ARCHIVE) FAILED\b|FAILURE: Build failed|Build FAILED|Found \d+ errors?\b(?! \(\d+ fixed, 0 remaining)/,
    /(?:\d+ \w+(?: \w+)?, ){1,4}[1-9]\d* (?:failures?|errors?|failed|offenses)\b|FAILED \((?:failures|errors)=|collected \d+ items? \/ [1-9]|not ok \d+ (?![^\n]*# (?:TODO|SKIP)\b)|Failed tests:$/,
    /[1-9]\d* failing$|test result: FAILED/,
    /\[ERROR\] (?:Failed|BUILD|Tests|Unknown|No |Could not|(?:-> )?\[Help 1\])/,
    /ERROR: failed to (?:solve|build)|✖ \d+ problems? \([1-9]\d* error/,
    /(?:error|ERROR) {0,2}Command failed|ERROR in |Error: Process completed with exit code [1-9]/,
    /Failed! {2}- Failed: +[1-9]|FAILURES!|make(?:\[\d+\])?: \*\*\*|error TS\d+/,
    /(?:LINK|\S+\(\d+(?:,\d+)?\)) ?: (?:fatal )?error |error\[E\d+\]|.+ Compilation failed|thread '.+' panicked/,
    /Exception in thread |Unhandled (?:promise|exception)|npm (?:ERR!|error) /,
    /[^\n]{0,120}\b[a-zA-Z]+=\d+ [^\n]{0,120}\b(?:failed|errors?|ERROR|unreachable)=[1-9]\d*\b|(?:[\w-]+ found )?[1-9]\d* errors?(?:, \d+ warnings?\b| and \d+ warnings?\b|(?: generated)?\.?$)|\S+ \S+ compiled with [1-9]\d* errors?\b/,
    /✖ failing tests:$|(?:ℹ|#) fail [1-9]\d*$/,
    /error • .{1,300} • \S+:\d+:\d+ • \w+$|No test configuration file found|=+ \d+ deselected in |.{0,8}\bExited with [1-9]\d* errors?\b/,
  ],
  { before: /^/ },
);

/** Shell complaints are about the command itself, whichever program it was to run. */
export const SHELL_COMPLAINT = anyOf(
  [
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh: (?:line \d+: |\d+: |-c: )?[^:]{1,60}: (?:command )?not found/,
    /\(eval\):\w*:?\d+: |zsh:\d+: |(?:ba)?sh: (?:-c: )?line \d+: (?:syntax error|unexpected)/,
    /(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|k)?sh: line \d+: [^\n]{1,200}: (?:bad substitution|Is a directory|Not a directory|No such file or directory|Permission denied|ambiguous redirect|unbound variable)$/,
    /sudo: (?:a (?:terminal|password) is required|[^:]{1,40}: command not found)/,
    /[\w.-]{1,30}: command not found$|(?:ba)?sh: \S+: No such file/,
  ],
  { before: /^/ },
);

/** Runs that print errors on their way and pass. */
export const PASSED = anyOf([
  /^(?:ok\s|PASS\b|OK\b|BUILD SUCCESS|test result: ok|=+ .*\d+ passed(?!.*failed).*=+$|Tests?:?\s+\d+ passed|\d+ passing|0 failures|✓|✔ |Done in |Compiled successfully|0 errors?\b|All checks passed|Build succeeded|Finished )/,
  /\b0 failed\b/,
]);

/** One part of a run that failed, among others that passed. */
export const FAILED_PART = /^(?:FAIL\b|FAILED\b|--- FAIL|.*\[build failed\]$|not ok \d|✗|✕|× )/;

/** A program that refuses how it was called, in its first line: nothing else was printed before it. */
export const REFUSED_CALL = anyOf(
  [
    /unknown (?:flag|shorthand flag|command|option)\b|error: unknown (?:subcommand|switch)\b/,
    /unrecognized (?:option|argument|command)/,
    /error: (?:unexpected argument|unrecognized|unknown (?:option|command|argument)|invalid value|the following required)/,
    /flag needs an argument|Unknown JSON field|failed to parse jq|accepts \d+ arg|required flag/,
    /(?:[\w-]+ )?(?:accepts|takes|expects) (?:at most|at least|exactly|only) (?:one|two|\d+) \w+$/,
    /invalid argument "|no such (?:option|command)/,
    /No (?:projects|packages|tasks|tests?|workspaces?) (?:matched|found|defined|match)\b/,
    /npm (?:error|ERR!) Missing script|[\w`-][^\n]{1,60} when not running interactively/,
  ],
  { before: /^/, flags: 'i' },
);

/** What was to run does not begin: its code cannot be read, or is not there. */
export const NOT_STARTED = anyOf(
  [
    /\S*python[\d.]*: (?:No module named|can't open file) |node:internal\/modules\/\S+:\d+$/,
    /(?:Syntax|Indentation|Tab)Error: |PHP Parse error: |\S+:\d+: syntax error\b|Parse error\b/,
    /ERROR: (?:file or directory )?not found: |No (?:such )?file named \S+$|Could not (?:find|open|load) \S/,
    /\w+: [\w.-]+: command not found$/,
  ],
  { before: /^/ },
);

/** A reader that complains of its own arguments. */
export const READER_COMPLAINT = anyOf(
  [
    /No such file|Is a directory|unrecognized|invalid (?:option|argument)|illegal option/,
    /IO error for operation on|regex parse error|repetition-operator|syntax error|unterminated|Cannot (?:index|iterate)/,
    /parse error|\.(?:log|out|txt|md|csv|tsv|json|ya?ml|xml|html?|sql): binary file matches/,
  ],
  {
    before:
      /^(?:u?grep|[ef]grep|rg|ag|sed|g?awk|cat|bat|head|tail|wc|jq|yq|nl|sort|less)(?:: | error: |: warning: )[^\n]{0,300}/,
    flags: 'i',
  },
);

/** A program that names itself before its complaint. */
export const OWN_VOICE = anyOf(
  [
    /parse error|error|fatal|cannot|can't|could not|unable|failed|invalid|bad (?:command|option|arg)|unrecognized|illegal|unknown|unterminated|option/,
    /\[(?:emerg|alert|crit|error|fatal)\] |more than one |E\d{4,}: |\S+:\d+: |not (?:in|a|an|found|supported)\b|\*\*\*|\(\d+\)|\d+: |pattern that searches for process name longer/,
  ],
  { before: /^([\w.+-]{2,30}): (?:stdin: )?/, flags: 'i' },
);
