/** What is known about where a call happens. */
export interface ScopeContext {
  /** Project id of the working directory, or null where none is known. */
  project: string | null;
  /** Id of the agent that makes the call. */
  agent: string;
  /** Name from the config, or null. */
  team: string | null;
}

/** No place that is known: only a global lesson applies. */
export const ANYWHERE: ScopeContext = { project: null, agent: '', team: null };

/**
 * Whether a lesson of this scope applies here.
 * An unknown or malformed scope applies nowhere: a lesson that leaks is worse than one that is silent.
 */
export function inScope(scope: string, context: ScopeContext): boolean {
  if (scope === 'global') return true;
  const colon = scope.indexOf(':');
  if (colon < 0) return false;
  const value = scope.slice(colon + 1);
  if (value === '') return false;
  switch (scope.slice(0, colon)) {
    case 'project':
      return context.project !== null && context.project === value;
    case 'team':
      return context.team !== null && context.team === value;
    case 'agent':
      return context.agent === value;
    default:
      return false;
  }
}

/** 3 for a project, 2 for an agent, 1 for a team, 0 for everything: narrower first at equal priority. */
export function scopeRank(scope: string): number {
  if (scope.startsWith('project:')) return 3;
  if (scope.startsWith('agent:')) return 2;
  if (scope.startsWith('team:')) return 1;
  return 0;
}
