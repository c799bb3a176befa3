/** What tools call that which they are about, the more telling first. */
const FIELDS = ['file_path', 'path', 'notebook_path', 'pattern', 'url', 'query'];

/**
 * What a call of a tool that is no shell is about: a path, a pattern, an address; '' where it has no such argument.
 * @param more fields that are asked where none of these is given
 */
export function chiefArgument(input: Record<string, unknown>, more: readonly string[]): string {
  for (const fields of [FIELDS, more])
    for (const field of fields) {
      const value = input[field];
      if (typeof value === 'string' && value !== '') return value;
    }
  return '';
}
