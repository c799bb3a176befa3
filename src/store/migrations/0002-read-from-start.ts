/** Files are always read from their start: neither a hash of their head nor an episode's line is asked for. */
export const readFromStart = {
  version: 2,
  name: 'read-from-start',
  statements: [
    'alter table cursor drop column head_hash',
    'drop index episode_by_file',
    'alter table episode drop column first_line',
    'create index episode_by_file on episode (file)',
  ],
} as const;
