/** Code that is given to its interpreter on the command line. */
export const INLINE =
  /\b(?:python[\d.]*|node|bun|deno|tsx|ruby|perl|php|Rscript|julia|lua|psql|mysql|mariadb|sqlite3|duckdb|mongosh)\b[^|;&\n]{0,200}? (?:-(?:[cer]|-eval|-execute)\b|-(?= *<<)|<<)/;

/** A script that is written by the same line that runs it. */
const WRITTEN_BESIDE = /\bcat\s*>\s*\S+\s*<<|<<-?\s*['"]?\w+['"]?\s*>\s*\S+/;

/** True where a command writes a script, whose text it holds, before it runs it. */
export const writesScript = (command: string): boolean =>
  command.includes('<<') && WRITTEN_BESIDE.test(command);

/** True where the text of a script stands on the command line: as an argument, as input, or to be written first. */
export const holdsScript = (command: string): boolean => INLINE.test(command) || writesScript(command);
