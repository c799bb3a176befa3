import type { List, Stage } from './ast.ts';

/** What is known while a list is read. */
export interface ListState {
  list: List;
  stages: Stage[];
  /** After a bar: a line break does not end the pipeline. */
  piped: boolean;
  /** Open `case` commands, and whether a pattern comes next. */
  cases: number;
  atPattern: boolean;
  /** Open braces, and the functions whose bodies some of them opened. */
  braces: number;
  bodies: { name: string; depth: number }[];
}

/** Before anything of a list is read. */
export function newState(): ListState {
  return {
    list: { pipelines: [] },
    stages: [],
    piped: false,
    cases: 0,
    atPattern: false,
    braces: 0,
    bodies: [],
  };
}

/** @param defining function whose body begins here, or null */
export function openBrace(state: ListState, defining: string | null): void {
  state.braces++;
  if (defining !== null) state.bodies.push({ name: defining, depth: state.braces });
}

/** Ends the innermost open brace, and the function whose body it closes. */
export function closeBrace(state: ListState): void {
  if (state.bodies.at(-1)?.depth === state.braces) state.bodies.pop();
  state.braces = Math.max(0, state.braces - 1);
}

/** Ends the pipeline that is being read. */
export function end(state: ListState, operator: string): void {
  const body = state.stages[0]?.body ?? state.bodies.at(-1)?.name;
  if (state.stages.length > 0)
    state.list.pipelines.push({ stages: state.stages, operator, ...(body === undefined ? {} : { body }) });
  else {
    const last = state.list.pipelines.at(-1);
    if (last !== undefined && last.operator === '\n' && operator !== '\n' && operator !== '')
      last.operator = operator;
  }
  state.stages = [];
  state.piped = false;
}
