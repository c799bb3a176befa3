/** What a server answers where it does not serve what was asked for, and the client ends well. */

const CLIENT = /\b(?:curl|wget)\b/;
/** A request of another method than the page's own. */
const OF_METHOD = /\bcurl\b[^|;&\n]*\s(?:-\w*I\w*|--head|-X|--request)\b/;
const NO_METHOD = /^HTTP\/[\d.]+ 405\b[^\n]*/;
/** What is asked for is to be used: it is kept, or handed on. */
const USES =
  /\s(?:-\w*[oO]\b|--output\b|--remote-name\b)|>\s*[\w./~$-]+|\|\s*(?:tar|unzip|gunzip|(?:ba)?sh|python[\d.]*|node|jq)\b/;
const NO_PAGE = /^404: Not Found\s*$/;

const PACKED =
  '\\.(?:zip|tgz|tar|gz|xz|bz2|zst|7z|whl|jar|deb|rpm|dmg|msi|exe|AppImage|ttf|woff2?|pdf|png|jpe?g|mp[34])\\b';
/** What is kept under such a name is no text, and no answer that is only looked at. */
const KEEPS_PACKED = new RegExp(
  `\\bcurl\\b[^|;&\\n]*\\s(?:(?:-\\w*o|--output)[ =]["']?[^\\s"']*${PACKED}|(?:-\\w*O\\b|--remote-name\\b)[^|;&\\n]*${PACKED})`,
);
/** The end of curl's meter, where all that came fits into a few words: an archive or an image does not. */
export const FEW_BYTES = /(?:^|[\r\n]) *100 +([1-9]\d?) +100 +[1-9]\d? /;
/** The status is the last that is printed. */
const TELLS_CODE =
  /\s(?:-\w*w|--write-out)[ =]["']?[^"']*%\{(?:http_code|response_code)\}(?:\\n)?(?:["'\s]|$)/;
const CODE = /(?:^|[^\d.])(4(?:0[0-9]|1[0-7]))\s*$/;

/** What shows that a file was kept which is only the words of a refusal; empty where nothing does. */
function refusedDownload(command: string, body: string): string {
  if (!KEEPS_PACKED.test(command)) return '';
  const few = FEW_BYTES.exec(body)?.[0].trim() ?? '';
  if (few !== '') return few;
  return (TELLS_CODE.test(command) && CODE.exec(body)?.[1]) || '';
}

/** What was refused of a request: a method that the page does not have, a page or a file that is not there; empty where nothing was. */
export function refusedRequest(command: string, body: string): string {
  if (!CLIENT.test(command)) return '';
  const download = refusedDownload(command, body);
  if (download !== '') return download;
  if (!(body.startsWith('HTTP/') || body.startsWith('404'))) return '';
  const method = OF_METHOD.test(command) ? NO_METHOD.exec(body)?.[0] : undefined;
  return method?.trim() ?? (NO_PAGE.test(body) && USES.test(command) ? body.trim() : '');
}

/** A script that prints what it was answered: a request that was not as the server wants it, and what it says of that. */
const PRINTED =
  /(?:^|\n)[ \t]*([A-Za-z][\w ./-]{1,40}?:? ?(?:HTTP |[Ss]tatus(?: code)?:? ?)?(?:400|405|415|422))[ \t]*\r?\n\s*[{[][\s\S]{0,200}"(?:detail|errors?|message|msg)"\s*:/;
const RUNS_SCRIPT = /(?:^|[\s\\/])(?:python[\d.]*|py|node|bun|deno|ruby|php|tsx)(?:\.exe)?["']?\s+\S/;

/** The line in which a script says that its request was refused for what it held; empty where none does. */
export function refusedOfScript(command: string, body: string): string {
  if (!RUNS_SCRIPT.test(command) || !/\b4(?:00|05|15|22)\b/.test(body)) return '';
  return PRINTED.exec(body)?.[1] ?? '';
}
