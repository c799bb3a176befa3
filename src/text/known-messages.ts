import { anyOf } from './any-of.ts';

/** Messages that more than one rule knows: what kind a failure is, what its summary tells, and what a fix follows from. */
export const MISSING_SCRIPT = /Missing script: [`'"]?([\w:.-]+)/i;
export const NOT_IN_REGISTRY =
  /[`'"](@?[\w./-]+?)(?:@[^`'"]*)?[`'"] (?:is not in this registry|could not be found or you do not have permission)/;
export const NO_MODULE = /No module named [`'"]?([\w.]+)/;
export const NO_DOCKER = /(?:Cannot connect to the Docker daemon|failed to connect to the docker API) at /;
/** An interpreter does not find its script. */
export const NO_SCRIPT = /can't open file [`'"]([^`'"\n]+)[`'"]: \[Errno/;
export const DOCKER_REFUSES = /permission denied while trying to connect to the docker\b/i;
export const READ_OF_NOTHING = /Cannot read propert(?:y|ies) of (?:undefined|null)(?: \(reading '(\w+)'\))?/;
export const PARAMETER_REQUIRED = /(\w+) parameter is required/;
export const NO_BROWSER = /\bCould not find (Chrome|Firefox)(?: \(ver\. ([\d.]+)\))?/;
/** The console, not the text, has no such character. */
export const CONSOLE_LACKS =
  /^(?:\w+: )*'(charmap|gbk|cp\d{3,5}|ascii|mbcs|shift_jis|euc_kr)' codec can't encode/;
export const REFUSED_OPTION =
  /(?:unknown|unrecogni[sz]ed|unexpected|no such|invalid) (?:option|argument|flag)s?(?: found)?:? [`'"]?(-{1,2}[a-z][\w-]*)/i;
/** A glob that zsh refuses since nothing fits it. */
export const UNMATCHED_GLOB = /no matches found: (\S+)/;
export const READ_ONLY_VARIABLE = /read-only variable: (\w+)/;
/** A word that is a space: a backslash stood before it, and not at the end of its line. */
export const SPACE_TAKEN = /(?:permission denied|command not found):\s*$|^curl: option : blank argument/;
export const LATE_OPTION = /option [`'"](-{1,2}[\w-]+)[`'"] must come before non-option arguments/;
export const JQ_COLUMN = /failed to parse jq expression \(line 1, column (\d+)\)/;
export const NO_SCHEME = /unsupported protocol scheme [`'"](\w+)/;
/** `https` was asked for where only `http` is spoken. */
export const PLAIN_FOR_TLS =
  /gave HTTP response to HTTPS client|wrong version number|does not look like a TLS handshake/;
export const NO_DESTINATION = /^xcodebuild: error: (?:Unable to find a destination|Found no destinations)/;
export const UNEXPECTED_PARAMETER = /unexpected parameter [`'"](\w+)[`'"]/i;
export const REQUIRED_PARAMETER = /required parameter [`'"](\w+)[`'"] is missing/i;
/** A program has no such subcommand: `unknown command: docker pss`, `No such subcommand 'pss'`. */
export const NO_SUBCOMMAND =
  /(?:unknown|unrecogni[sz]ed|undefined|no such|invalid)[ -](?:docker |sub-?)?command(?: or \w+(?: name)?)?:? (?!code\b|or\b)[`'"“‘]?([\w:.-]+(?: [\w:.-]+){0,3})/i;
/** The same, said of the word: `'pss' is not a docker command`. */
export const IS_NO_SUBCOMMAND = /(?:[`'"]|^(?:\w+: )?)([\w:.-]+)[`'"]? is not an? (?:[\w-]+ )?command\b/im;
/** What the command line of Windows shows a human first, in whatever language; in lower case once normalised. */
export const CMD_BANNER = /^Microsoft Windows \[/im;
/** Git Bash made a drive of an option of one letter, which a program of Windows says in whatever language. */
export const OPTION_AS_DRIVE = /^[^\n]{3,80} - ['"`]([A-Z]):\/['"`]\S{0,3}\s*$/m;
/** Git Bash put the folder of its own installation before a word that begins with a slash. */
export const WORD_AS_PATH = /[A-Z]:[/\\](?:Program Files[/\\])?Git([/\\][\w:.@/\\-]+)/;
export const NO_DOTNET_SDK = /^\W*No \.NET SDKs were found/m;
/** How revive's check of names ends that begin with their package's. */
export const STUTTERS = ' and that stutters';
/** Windows PowerShell has no such operator between commands: its words in English, and the id behind them in every language. */
export const NO_CHAIN_OPERATOR =
  /token [`'"]?(&&|\|\|)[`'"]? is not a valid statement separator|\bFullyQualifiedErrorId : InvalidEndOfLine\b/;
/** PowerShell may run no script: its words in English, and the category behind them in every language. */
export const SCRIPTS_DISABLED =
  /running scripts is disabled on this system|: \(:\) \[\][^\n]{1,4}PSSecurityException\b/;
/** What was parsed as JSON is a page, or nothing at all. */
export const NOT_JSON =
  /Expecting value: line 1 column 1 \(char 0\)|jq: parse error: Invalid numeric literal/;
/** A name without a domain, one of a network of containers, is no host here. */
export const INNER_HOST =
  /getaddrinfo (?:for |ENOTFOUND )?(?!failed\b)([a-z][\w-]*)(?: failed|$)|could not translate host name "([a-z][\w-]*)"|Unknown (?:MySQL server )?host '([a-z][\w-]*)'/;
/** A line of a file that was sourced and is no script of the shell. */
export const NO_SHELL_LINE =
  /^(?!(?:\S*\/)?(?:ba|z|da|k)?sh:)(\S{1,200}?):(?: line )?(\d+):? (?:command not found: \S|no matches found: |[^\s:]{1,200}: command not found$)/;
/** Claude Code is left without a prompt. */
export const NO_PROMPT = /^(?:Error: )?Input must be provided either through stdin or as a prompt argument/m;
/** Nobody can type a password. */
export const SUDO_ASKS = /^sudo: a terminal is required to read the password/m;
/** A tool could not read how it was called. */
export const MALFORMED_CALL =
  /The \w+ tool was called with invalid arguments|failed to parse function arguments: /;
export const PARAMETER_TYPE =
  /parameter [`'"](\w+)[`'"] type is expected as [`'"](\w+)[`'"](?: but provided as [`'"](\w+))?/i;
/** The `sed` of BSD and macOS took its expression for the suffix of `-i`. */
export const SED_OF_BSD =
  /^sed: .*(?:invalid command code|extra characters at the end|undefined label|unescaped newline|bad flag in substitute command)/;
/** The `sed` of GNU took an empty suffix for its script or for a file. */
export const SED_OF_GNU = /^sed: can't read /;
export const EMPTY_SUFFIX = /\bsed\s+(?:-[A-Za-z]{1,3}\s+)?-[A-Za-z]{0,3}i\s+(?:''|"")\s/;
export const LONG_PROCESS_NAME =
  /^(pkill|pgrep): pattern that searches for process name longer than 15 characters /m;
export const NO_SUCH_VERSION =
  /(\S+@\S+): invalid version: unknown revision|No matching version found for (\S+?)\.?$|satisfies the requirement (\S+)|Couldn't find any versions for "(\S+)"/;
/** What a package prints that only bears the name of a program which is not installed. */
export const NAMESAKE =
  /This is not the (\w+) command you are looking for|To get access to the \w+ compiler, (\w+),/;
/** Types joined by `|`, in a Python that does not know that yet. */
export const OLD_PYTHON =
  /unsupported operand type\(s\) for \|: '(?:type|\w*GenericAlias|_\w+)' and '(?:NoneType|type)'/;
/** Somebody listens there already. */
export const PORT_TAKEN =
  /address already in use|EADDRINUSE|\bport(?: \d+)? (?:is|was) (?:already )?(?:in use|allocated)|process that's listening on port \d/i;

/** How clients say that a session has no tool of a name. */
export const NO_TOOL = anyOf(
  [
    /(?:Error: )?No such tool available: /,
    /unsupported (?:custom tool )?call: /,
    /.{0,90}\bcall unavailable tool /,
    /Tool (?=[`'"][\w.:/-]+[`'"] does not exist)/,
  ],
  { before: /^(?:<tool_use_error>)?/, after: /[`'"]?([\w:/-]+(?:\.[\w-]+)*)/, flags: 'm' },
);

/** Go's parser, of a file of another language that it was given. */
export const NO_GO_FILE = /^(\S+\.(?!go:)\w{1,8}):\d+:\d+: (?:illegal character|expected ')/;
