/** What a path names inside of a project; null where it is that project itself, or lies elsewhere. Pure. */
export function insideProject(path: string, project: string): string | null {
  const rest = project !== '' && path.startsWith(project) ? path.slice(project.length) : '';
  return /^[/\\]./.test(rest) ? rest : null;
}

/** The names that a path is made of. */
export const namesOf = (path: string): string[] =>
  path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
