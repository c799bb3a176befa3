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
