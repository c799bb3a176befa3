import type { List, Pipeline } from './ast.ts';

/** A body that waits for its function to be called. */
export interface Definition<Place> {
  name: string;
  list: List;
  place: Place;
}

const PROGRAMS_MAX = 1000;
const EXPORTING = new Set(['export', 'declare', 'typeset']);

/** Functions that a command line defines: their bodies are executed where they are called, and else not at all. */
export class Functions<Place> {
  private readonly waiting = new Map<string, Definition<Place>[]>();
  private readonly called: Definition<Place>[] = [];
  /** Programs that were called before a function of that name was defined: `trap cleanup EXIT` may stand first. */
  private readonly early = new Set<string>();
  private readonly ready: string[] = [];
  private lastOf: List | null = null;

  /** Puts a pipeline of the body of a function aside. */
  define(name: string, pipeline: Pipeline, of: List, place: Place): void {
    const found = this.waiting.get(name) ?? [];
    if (found.length === 0) {
      this.waiting.set(name, found);
      if (this.early.has(name)) this.ready.push(name);
    }
    if (this.lastOf === of && found.length > 0) found.at(-1)!.list.pipelines.push(pipeline);
    else found.push({ name, list: { pipelines: [pipeline] }, place });
    this.lastOf = of;
  }

  /** Notices what a command calls. A program that is a variable may be any of them. */
  note(program: string, args: readonly string[]): void {
    if (this.early.size < PROGRAMS_MAX) this.early.add(program);
    if (this.waiting.size === 0) return;
    if (program.startsWith('$')) for (const name of [...this.waiting.keys()]) this.call(name);
    else this.call(program);
    if (EXPORTING.has(program) && args.includes('-f')) for (const name of args) this.call(name);
  }

  private call(name: string): void {
    const found = this.waiting.get(name);
    if (found === undefined) return;
    this.waiting.delete(name);
    this.called.push(...found);
  }

  /** The next body that is executed. */
  nextCalled(): Definition<Place> | undefined {
    while (this.called.length === 0 && this.ready.length > 0) this.call(this.ready.pop()!);
    return this.called.pop();
  }

  /** A body that nothing calls. */
  nextIdle(): Definition<Place> | undefined {
    for (const name of this.waiting.keys()) {
      this.call(name);
      break;
    }
    return this.called.pop();
  }
}
