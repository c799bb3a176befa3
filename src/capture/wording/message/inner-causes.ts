import { anyOf } from '../../../text/any-of.ts';
import { CAUSE } from '../prose.ts';

/** What a message says at its core, without what only wraps it. */

/** What the system says of any place. */
const ERRNO = anyOf(
  [
    /no such file or directory|permission denied|operation not permitted|file exists|(?:is|not) a directory/,
    /connection (?:refused|timed out|reset by peer)|file is not directory|read-only file system/,
    /name or service not known|nodename nor servname provided, or not known|temporary failure in name resolution/,
  ],
  { before: /^/, after: /\W*$/, flags: 'i' },
);

/** Behind a cause it only says of which sort that is: `…: invalid compose project`. */
const SORT =
  /(?<=\S \S+ \S+): (?:invalid|bad|malformed) (?:\w+ )?(?:project|argument|request|config(?:uration)?|input)$/;

/** The last path or address of a text, behind which the system's words stand. */
function placeBefore(text: string): string {
  const path = /([\w@.+~-]+\.\w+|[\w@.+~-]+\/[\w@.+~-]+)[`'"]?$/.exec(text)?.[1];
  return path ? `${path}: ` : '';
}

/** What a value has to be says little without the field whose value it is: `Invalid kinds[0]: must be one of …`. */
const DEMAND = /^(?:must|should|has to|expected)\b/i;

/** The field that a text ends with; '' where its last word is an ordinary one. */
function fieldBefore(text: string): string {
  const field = /(?:^|\s)[`'"]?(\w+(?:[_.]\w|\[)[\w.[\]]*)[`'"]?$/.exec(text)?.[1];
  return field ? `${field}: ` : '';
}

/** What another program raised inside a message: the code in brackets that it gives, and what follows its `ERROR: `. */
export function raisedInside(said: string): string[] {
  const given = /\bmessage=["']([^"']{12,}?)(?=\. |["']|$)/.exec(said)?.[1];
  const coded = /\[([A-Z][A-Z\d]*_[A-Z\d_]+: [^\][:]+)(?:: [^\][]*)?\]/.exec(said)?.[1];
  const tails = said.split(/(?:^|\s)(?:ERROR|FATAL|Error|error|fatal): +/).slice(1);
  const aside = /\(([^()]*["'`][\w.-]+["'`][^()]*)\)/.exec(said)?.[1];
  return [
    ...(given ? [given] : []),
    ...(coded ? [coded] : []),
    ...tails.reverse(),
    ...(aside && CAUSE.test(aside) ? [aside] : []),
  ].filter((text) => text.length >= 16);
}

/** It begins inside of a type that is written out: `string; }' is not assignable`. */
const INSIDE_A_TYPE = /^[^{]*\}['"`]/;

/** A message without long addresses, then without the words that only wrap its cause: `login: request: no such host`. */
export function innerCauses(said: string): string[] {
  const plain = said
    .replace(
      / See https?:.*$|(?:\b(?:Get|Post|Put|Head|GET|POST) )?"?https?:\/\/[^\s"]{20,}"?:? ?|\bdial tcp: /g,
      '',
    )
    .replace(SORT, '');
  const parts = plain.split(/: (?=\S)/);
  const last = /, ((?:unknown|unsupported|missing|expected|invalid|not|no) \S.*)/.exec(parts.at(-1)!)?.[1];
  const tails = parts.slice(1).map((_part, index) => parts.slice(index + 1).join(': '));
  if (last) tails.push(last);
  const named = tails.map((tail, index) =>
    ERRNO.test(tail)
      ? `${placeBefore(parts[index]!)}${tail}`
      : `${DEMAND.test(tail) ? fieldBefore(parts[index]!) : ''}${tail}`,
  );
  return [
    plain,
    ...raisedInside(plain),
    ...named.filter(
      (tail) => tail.length >= 16 && CAUSE.test(tail) && !ERRNO.test(tail) && !INSIDE_A_TYPE.test(tail),
    ),
    ...(ERRNO.test(parts.at(-1)!) ? headsOf(parts) : []),
  ];
}

/** What was to be done, without the system's word for why not, and without the exception that carries it. */
function headsOf(parts: readonly string[]): string[] {
  const heads = parts.slice(0, -1);
  if (/^\w+(?:Error|Exception)$/.test(heads[0] ?? '')) heads.shift();
  const text = heads.join(': ');
  return CAUSE.test(text) && text.length >= 16 ? [text] : [];
}
