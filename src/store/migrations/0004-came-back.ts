/**
 * Of a lesson that was told or withheld in a session, whether what it warns of came after that: what the comparison of
 * both looks at. Null where that was judged before it was asked for.
 */
export const cameBack = {
  version: 4,
  name: 'came-back',
  statements: ['alter table outcome add column came_back integer'],
} as const;
