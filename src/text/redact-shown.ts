/** Secrets that stand alone on a line, and that only the command which prints or passes them tells. */
import { keep } from './redact-arguments.ts';
import type { TokenRule } from './redact-rules.ts';

/** The line of a secret, of which no word is one of a sentence. */
const ALONE =
  /(?:(?=\S*[A-Z])(?=\S*[a-z])(?=\S*\d)(?![a-z]+\/)[^\s/.,:"'()<>\\[][^\s:"'()<>\\]{7,127}|[a-f\d]{32,64})(?=[ \t]*(?:\r?\n|$))/
    .source;

/** Programs that print what a store of secrets keeps. */
const STORES = [
  /(?:kubectl|oc|k|k3s) [^\n]{0,200}\bsecrets?\b/,
  /vault (?:kv )?(?:get|read)\b/,
  /aws [^\n]{0,80}get-(?:secret-value|parameters?)\b/,
  /(?:op|sops|age|gpg2?) (?:-|read|item get|decrypt)/,
  /ansible-vault (?:view|decrypt)/,
  /(?:go)?pass show\b/,
  /heroku config:get/,
  /terraform output -raw/,
  /openssl rand /,
  /pwgen /,
]
  .map(({ source }) => source)
  .join('|');

const PRINTS = new RegExp(`\\b(?:${STORES})`);

/** Whether a command may print a secret that nothing in its output tells. */
export const printsSecret = (command: string): boolean => PRINTS.test(command);

export const SHOWN_RULES: TokenRule[] = [
  keep(
    'secret|vault |get-par|op read|op item|sops |gpg |gpg2 |age -|pass show|config:get|output -raw|ssl rand|pwgen ',
    new RegExp(`(${PRINTS.source}[^\\n]{0,300}\\n(?:[^\\n]{0,200}\\n){0,2}?)${ALONE}`, 'g'),
  ),
  // What is compared with the output of such a program
  keep(
    'secret|vault |get-par|op read|op item|sops |gpg |gpg2 |age -|pass show|config:get|output -raw',
    new RegExp(`(\\$\\((?:${STORES})[^\\n()]{0,200}\\)["']? *[!=]?= *["']?)(?![\\[$])[^\\s"']{3,}`, 'g'),
  ),
  // Of a pipe, `set -x` shows each side as a line of its own, in either order.
  keep(
    'assword-stdin',
    /((?:^|\s)\++ (?:echo|printf \S+) +)(?:'[^'\n]+'|[^\s'"$[]\S*)(?=\s\++ [^\n]{0,200}--password-stdin)/g,
  ),
  keep(
    'assword-stdin',
    /(--password-stdin[^\n]{0,100}\s\++ (?:echo|printf \S+) +)(?:'[^'\n]+'|[^\s'"$[]\S*)/g,
  ),
  // What a server asks for in base64: `Password:`
  keep('UGFzc3dvcmQ6', /(334 UGFzc3dvcmQ6[^\w\n]*\n[^\w\n+/]{0,8}(?:C: )?)[\w+/]{4,}={0,2}/g),
];
