/** Code that is given to its interpreter on the command line. */
export const INLINE =
  /\b(?:python[\d.]*|node|bun|deno|tsx|ruby|perl|php|Rscript|julia|lua|psql|mysql|mariadb|sqlite3|duckdb|mongosh)\b[^|;&\n]{0,200}? (?:-(?:[cer]|-eval|-execute)\b|-(?= *<<)|<<)/;
