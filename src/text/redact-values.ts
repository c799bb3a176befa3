/** How names and values of secrets look: a reference, a word of code or of a sentence, or random; and how a line begins. */

/** What stands before the text of a line that is shown numbered, found in a file, or changed. */
export const LEAD = '(?:[ \\t]*\\d+[→\\t|:]|[^\\s:]{1,80}[:-]\\d+[:-]|[+-])?';
/** Splits a text into lines and what parts them. */
export const LINE_BREAK = /(\r?\n)/;

/** A name that says of itself that what it has is a secret. */
export const SECRET_NAME =
  /(?:^|[ _-]|[a-z](?=[A-Z]))(?:pass(?:wor[dt]|wd|phrase)|pwd|secret|api[ _-]?key|token|auth(?:orization)?|access[ _-]?key|private[ _-]?key|credential|cookie)$/i;

/** What only names a secret, or stands for one. */
export const REFERENCE =
  /^(?:\$\{|\$\(|\$[A-Za-z_]|\$$|%[A-Za-z_]+%$|\{\{|<[A-Za-z][^>]*>|process\.env|import\.meta|same-origin$|os\.(?:environ|getenv)|getenv|ENV\[|env\(|env\.|secrets\.|vars\.|vault:|op:\/\/|ref\+|arn:|!(?:Ref|Sub|vault)|@(?=[\w./~{-]*$)|\{env:|!!?\(|\[\^|\*{3,}\W*\w{0,5}\W*$|\.{3}|[\w-]*x{4,}$|change[-_]?(?:me|it)$|replace[-_]|pk_[lt]|[a-z-]+-$|…|\[REDACTED\]|REDACTED\b|file:|fs\.|await |new |async |[~^]?\d+(?:\.\d+)+$|#[\da-f]{3,8}$|[~.]{0,2}\/[\w./-]+\.[a-z]{2,5}$)/i;

/** What a usage text puts in the place of an option's value. */
export const PLACEHOLDER =
  /^(?:[A-Z]+_)*(?:TOKEN|PASS[A-Z]*|SECRET|KEY|STRING|VALUE|TEXT)$|^[a-z-]+-(?:password|secret|token|key)s?$/;

/** Words of types and sentences that stand where a secret would. */
export const PLAIN_WORD =
  /^(?:SecretStr|string!|(?:flag|option|argument|value)s?|int|bool|str|string|number|integer|boolean|true|false|null|none|nil|undefined|any|unknown|object|bytes|optional|required|void|never|char|text|varchar|default|disabled|enabled|yes|off|auto|type|function|const|let|var|return|range|else|for|was|and|not|the|with|from|instead|parameter|when|file|must|should|missing|invalid|expired|unexpected|found|error|failed|read|write|only|via|its|because|before|after|here|there|rather|than|does|has|have|into|requires|buffer|required,|include)$/i;

const CODE_CALL = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)*(?:[([]|\{(?:\}|$))/;
const CODE_PATH = /^[A-Za-z_$]+(?:(?:\?\.|\.|::|->)[A-Za-z_$]+)+(?:\{.*)?$/;
/** A path that stands behind `=` without a blank is more often a value than code. */
const CODE_VALUE =
  /^(?:self|this|args|config|re[qs]|settings|options|data|user|ctx)\b|(?:token|pass\w*|secret|key|auth)$/i;
/** A variable that is called like what it is assigned to. */
const CODE_NAME =
  /^[*&]?(?:\w*[a-z](?:Token|Password|Secret|Key|Auth|Cred)|(?:\w*_)?(?:token|password|secret|key|auth|cred))s?$/;

/** Whether a value begins with a call, an index or a literal of code. */
export const isCall = (content: string): boolean => CODE_CALL.test(content);

/**
 * Whether a value is a variable or a member of code.
 * @param spaced whether a blank stands beside the sign of the assignment
 */
export function isCode(content: string, spaced: boolean): boolean {
  return (
    (CODE_PATH.test(content) && (spaced || CODE_VALUE.test(content))) || (spaced && CODE_NAME.test(content))
  );
}

/** Letters and digits, mixed, that are no word, number or path. */
export function looksRandom(content: string, min: number): boolean {
  if (content.length < min) return false;
  const digits = /\d/.test(content);
  return (
    digits &&
    /[A-Za-z]/.test(content) &&
    !/^\d+(?:\.\d+)*[a-z]{0,3}$/i.test(content) &&
    (!/[()/]/.test(content) || looksEncoded(content))
  );
}

/** Base64 of random bytes: a slash stands in it, too, but none of the words that a path is made of. */
function looksEncoded(content: string): boolean {
  return (
    /^[A-Za-z0-9+/]{32,}={0,2}$/.test(content) &&
    (content.match(/[A-Z][a-z]?[0-9A-Z]|\d[A-Za-z]/g)?.length ?? 0) >= 5
  );
}

/** Whether a word that stands where a secret would is neither a reference nor a word of a sentence. */
export function mayBeSecret(content: string): boolean {
  return content.length >= 3 && !/\s/.test(content) && !REFERENCE.test(content) && !PLAIN_WORD.test(content);
}
