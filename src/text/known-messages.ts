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
/** What the command line of Windows shows a human first, in whatever language; in lower case once normalised. */
export const CMD_BANNER = /^Microsoft Windows \[/im;
export const NO_DOTNET_SDK = /^\W*No \.NET SDKs were found/m;
/** How revive's check of names ends that begin with their package's. */
export const STUTTERS = ' and that stutters';
/** Somebody listens there already. */
export const PORT_TAKEN =
  /address already in use|EADDRINUSE|\bport(?: \d+)? (?:is|was) (?:already )?(?:in use|allocated)|process that's listening on port \d/i;
