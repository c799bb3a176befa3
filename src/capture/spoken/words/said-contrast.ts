import { anyOf } from '../../../text/any-of.ts';
import { UNSPACED } from './sentences.ts';

/** What is denied in words that put another thing in its place, in the first or the second group. */
const DENIALS = [
  /(?:^|[.!?\n,;(–—-]\s*)(?:no,? )?not (?:the |an? |for |in |on |with )?([\p{L}\d][^.!?\n,;:]{2,40}?)\s*[,;:–—-]+\s*\p{L}/u,
  /(?:^|[.!?\n]\s*)(?:nein,? )?(?:nicht|keine?n?) (?:der |die |das |den |ein\p{L}* )?([\p{L}\d][^.!?\n,;:]{2,40}?)\s*[,;–—-]+\s*(?:sondern )?\p{L}/u,
  /(?:^|[.!?\n]\s*)(?:non,? )?pas (?:le |la |les |un |une |des )?([\p{L}\d][^.!?\n,;:]{2,40}?)\s*[,;–—-]+\s*(?:mais )?\p{L}/u,
  /(?:^|[.!?\n]\s*)(?:n[ãa]o|no|non) (?:o |a |os |as |el |la |los |las |il |lo |i |le |un\p{L}? )?([\p{L}\d][^.!?\n,;:]{2,40}?)\s*[,;–—-]+\s*(?:sino |mas |ma |e sim )?\p{L}/u,
  /(?:^|[.!?\n]\s*)не ([\p{L}\d][^.!?\n,;:]{2,40}?)\s*[,;–—-]+\s*(?:а )?\p{L}/u,
];
/** In writing without spaces what is denied stands before the denial, which is looked for behind each character. */
const DENIAL_UNSPACED =
  /(?:^|[。！？\n，,]\s*)不是([^。！？\n，,]{1,20})[，,]|([^。！？\n、，]{1,20})(?:じゃなくて|ではなく|でなく)|([^.!?\n,]{2,20}?)(?:이|가)? ?(?:아니라|말고)/u;
const DENIED = anyOf(DENIALS, { flags: 'iu' });
const DENIED_UNSPACED = anyOf([...DENIALS, DENIAL_UNSPACED], { flags: 'iu' });
const WORD = /[\p{L}\d][\p{L}\d.+#_-]{2,}/gu;
const NAMES_MAX = 5;
/** Leaves it to the human which one. */
const EITHER = /(?<!\p{L})(?:or|oder|ou|o|или|或者?|还是|または|それとも|아니면)(?!\p{L})[^.!。！\n]*[?？]/iu;

/** True where words put another thing in the place of one that the agent had just named by itself: `not a dragon, plain pages`. */
export function contrastsSaid(text: string, said: string): boolean {
  const groups = (UNSPACED.test(text) ? DENIED_UNSPACED : DENIED).exec(text)?.slice(1);
  const denied = groups?.find((group) => group !== undefined)?.trim();
  if (!denied || EITHER.test(said)) return false;
  const before = said.toLowerCase();
  // Without spaces the whole stands in what was said, or does not.
  if (UNSPACED.test(denied)) return before.includes(denied.toLowerCase());
  const names = denied.toLowerCase().match(WORD) ?? [];
  return names.length > 0 && names.length <= NAMES_MAX && names.every((name) => before.includes(name));
}
