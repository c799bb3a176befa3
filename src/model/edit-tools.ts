/** Tools that write files, by their canonical names. */
export const EDIT_TOOLS: ReadonlySet<string> = new Set(['Edit', 'Write']);
