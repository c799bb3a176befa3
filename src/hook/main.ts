/** Placeholder until the hook lands. */
export function runHook(_agent: string): void {}
