import type { ReviewRow } from './types.ts';

export const VIEWS = ['pending', 'archived', 'all'] as const;
export type View = (typeof VIEWS)[number];

interface Query {
  status: string | null;
  tool: string | null;
  tag: string | null;
  scope: string | null;
  words: string[];
}

/** `tool:Bash tag:lang:ts scope:global status:reviewed words…` → the parts that must all hold. */
export function parseFilter(text: string): Query {
  const query: Query = { status: null, tool: null, tag: null, scope: null, words: [] };
  for (const word of text.toLowerCase().split(/\s+/)) {
    const key = /^(status|tool|tag|scope):(.+)$/.exec(word);
    if (key === null) {
      if (word !== '') query.words.push(word);
    } else {
      query[key[1] as 'status' | 'tool' | 'tag' | 'scope'] = key[2] ?? null;
    }
  }
  return query;
}

function inView(row: ReviewRow, view: View): boolean {
  return view === 'all' || (row.status === 'archived') === (view === 'archived');
}

/** By the agent's tool (`bash`), or by the tag of a program (`git` for `tool:git`). */
function isAbout({ toolNames, tags }: ReviewRow, tool: string): boolean {
  return [...toolNames, ...tags].some((each) => [tool, `tool:${tool}`].includes(each.toLowerCase()));
}

/** Rows of a view that fit the filter, in their order. */
export function visibleRows(rows: readonly ReviewRow[], view: View, filter: string): ReviewRow[] {
  const query = parseFilter(filter);
  return rows.filter((row) => {
    if (query.status === null ? !inView(row, view) : row.status !== query.status) return false;
    if (query.tool !== null && !isAbout(row, query.tool)) return false;
    if (query.tag !== null && !row.tags.some((tag) => tag.toLowerCase().includes(query.tag ?? '')))
      return false;
    if (query.scope !== null && !row.scope.toLowerCase().startsWith(query.scope)) return false;
    if (query.words.length === 0) return true;
    const text = `${row.summary}\n${row.mistake}\n${row.remediation}\n${row.slug}`.toLowerCase();
    return query.words.every((word) => text.includes(word));
  });
}
