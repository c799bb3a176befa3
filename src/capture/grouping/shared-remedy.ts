/** What is to be done about a mistake that was made in several ways. Pure. */

const CODE = /`[^`]*`/g;
/** Tells of one call what worked, and not what is done in general. */
const OF_ONE_CALL = /\b(?:work(?:s|ed)|pass(?:es|ed)|became|gets further|was taken|was run|It is at)\b/;
const SEEN_MIN = 2;

/** Two pieces of advice that differ in nothing but their names are one. */
const formOf = (remedy: string): string => remedy.replace(CODE, '`…`');

/** What the first of several sightings advises; with what most others do, where that is something else. */
export function sharedRemedy(remedies: readonly string[]): string {
  const [first = '', ...others] = remedies;
  const alike = (remedy: string) => remedies.filter((each) => formOf(each) === formOf(remedy)).length;
  if (OF_ONE_CALL.test(first)) return first;
  const [other] = others
    .filter((each) => formOf(each) !== formOf(first) && alike(each) >= SEEN_MIN && !OF_ONE_CALL.test(each))
    .sort((a, b) => alike(b) - alike(a));
  return other === undefined ? first : `${first} In other calls: ${other[0]!.toLowerCase()}${other.slice(1)}`;
}
