const PROJECT = 'project:';

/** Id of the project that a lesson of this scope is for; null where it is for no single one. */
export const scopeProject = (scope: string): string | null =>
  scope.startsWith(PROJECT) ? scope.slice(PROJECT.length) : null;
