import type { Redirect, Stage, Word } from './ast.ts';
import { isData, maskSql, type Role } from './data.ts';

/** What one command looks like to patterns. */
export const TEXT_CHARS_MAX = 8192;

/** A word with its data taken out: `--message=""`. */
export function showWord(value: string, role: Role): string {
  if (role.as === 'sql') return `"${maskSql(value)}"`;
  if (role.as === 'name') return value.replace(/\s/g, (blank) => (blank === '\n' ? '\\ ' : `\\${blank}`));
  if (role.from >= value.length && value !== '') return value;
  return `${value.slice(0, role.from)}""`;
}

/** A redirection; what is read from a here-document or string is data. */
export function showRedirect(redirect: Redirect): string {
  const target = redirect.target?.value ?? '';
  if (redirect.operator.endsWith('<<<')) return `${redirect.operator} ""`;
  const name = isData(target) ? '""' : target.slice(0, 400);
  const spaced =
    redirect.target !== null && redirect.target.start > redirect.start + redirect.operator.length;
  return `${redirect.operator}${spaced ? ' ' : ''}${name}`;
}

/** Words and redirections of a stage in the order in which they stand. */
export function partsInOrder(stage: Stage): (Word | Redirect)[] {
  if (stage.redirects.length === 0) return stage.words;
  const parts: (Word | Redirect)[] = [...stage.words, ...stage.redirects];
  return parts.sort((a, b) => a.start - b.start);
}

export function isRedirect(part: Word | Redirect): part is Redirect {
  return 'operator' in part;
}
