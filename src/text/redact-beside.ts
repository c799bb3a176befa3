/** Where the value of a name stands that is itself a value, or on a line of its own. */
import { LEAD } from './redact-values.ts';
import { lengthOf } from './value-span.ts';

/** A line of its own, below its name, also in a fence. */
const BELOW =
  /^[ \t]*(?:\r?\n){1,2}(?:```\w*\r?\n)?[ \t]*(?=(?=\S*\d)(?=\S*[A-Za-z])[\w!@#$%^&*+/=.-]{8,200}(?<![=:.])[ \t]*(?:[\r\n"\\`]|$))/;
const BELOW_CHARS = 260;

/** What parts a name that is itself a value, of `name`, `key` or a field that is filled in, from what it is given. */
const BESIDE = new RegExp(
  `^(?:${[
    // {"name": "DB_PASSWORD", "type": "x", "value": "…"}
    /[^\n"'<>]{0,20}["'],\s*(?:["']\w+["']:\s*["'][^"'\n]{0,60}["'],\s*){0,3}["'](?:value|text|val)["']:\s*(?=["'])/,
    // {"db_password": {"type": "string", "value": "…"}}
    /["']:\s*\{\s*(?:["']\w+["']:\s*["']?[^"'\n{}]{0,60}["']?,\s*){0,3}["']value["']:\s*(?=["'])/,
    // - name: DB_PASSWORD, and below it, value: …
    new RegExp(`["']?[ \\t]*(?:\\r?\\n${LEAD}[ \\t]*|[ \\t])value:[ \\t]+`),
    // variable "db_password" { default = "…" }
    /["'] *\{\s*(?:\w+ *= *\w+\s+){0,2}default *= *(?=["'])/,
    /<\/(?:key|name|t[dh])>\s*<(?:string|td|value)>(?:\s*<string>)?/,
    /["'][^<>\n]{0,40}>(?=[^<>\s]*\d[^<>\s]*<)/,
    // What PHP prints of an array, and a form's part.
    /["']?\]\s*=>\s*(?:string\(\d+\)\s*)?/,
    /["'](?:\r?\n){2}/,
    /["'\]) ]{1,4}\.(?:fill|type|send_?keys|pressSequentially|setValue)\((?=["'])/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'i',
);
const BESIDE_CHARS = 300;

/** How far the value of a name that is a value itself is behind a place; 0 where none is. */
export const beside = (text: string, at: number): number => lengthOf(BESIDE, text, at, BESIDE_CHARS);

/** How far a value on a line of its own is below a place; 0 where none is. */
export const below = (text: string, at: number): number => lengthOf(BELOW, text, at, BELOW_CHARS);
