/** What a server answers where it does not serve what was asked for, and the client ends well. */

const CLIENT = /\b(?:curl|wget)\b/;
/** A request of another method than the page's own. */
const OF_METHOD = /\bcurl\b[^|;&\n]*\s(?:-\w*I\w*|--head|-X|--request)\b/;
const NO_METHOD = /^HTTP\/[\d.]+ 405\b[^\n]*/;
/** What is asked for is to be used: it is kept, or handed on. */
const USES =
  /\s(?:-\w*[oO]\b|--output\b|--remote-name\b)|>\s*[\w./~$-]+|\|\s*(?:tar|unzip|gunzip|(?:ba)?sh|python[\d.]*|node|jq)\b/;
const NO_PAGE = /^404: Not Found\s*$/;

/** What was refused of a request: a method that the page does not have, a page that is not there; empty where nothing was. */
export function refusedRequest(command: string, body: string): string {
  if (!(body.startsWith('HTTP/') || body.startsWith('404')) || !CLIENT.test(command)) return '';
  const method = OF_METHOD.test(command) ? NO_METHOD.exec(body)?.[0] : undefined;
  return method?.trim() ?? (NO_PAGE.test(body) && USES.test(command) ? body.trim() : '');
}
