import type { List, Pipeline } from './ast.ts';

/** A body that waits for its function to be called, or is. */
interface Definition<Place> {
  name: string;
  list: List;
  place: Place;
  /** The words it is called with, and as they are written. */
  args: readonly string[];
  written: string;
  /** Its function was called before, with other words. */
  again: boolean;
}

const PROGRAMS_MAX = 1000;
const REPEATED_MAX = 8;
/** `export -f f`, `declare -fx f`; with `-f` alone, the others only print. */
const EXPORTING = /^(?:export -f|(?:declare|typeset) -(?:fx|xf))$/;

/** Functions that a command line defines: their bodies are executed where they are called, and else not at all. */
export class Functions<Place> {
  private readonly waiting = new Map<string, Definition<Place>[]>();
  private readonly known = new Map<string, Definition<Place>[]>();
  private readonly called: Definition<Place>[] = [];
  /** Programs that were called before a function of that name was defined: `trap cleanup EXIT` may stand first. */
  private readonly early = new Set<string>();
  private readonly ready: string[] = [];
  private lastOf: List | null = null;
  private repeated = 0;

  /** Puts a pipeline of the body of a function aside. */
  define(name: string, pipeline: Pipeline, of: List, place: Place): void {
    const found = this.waiting.get(name) ?? [];
    if (found.length === 0) {
      this.waiting.set(name, found);
      if (this.early.has(name)) this.ready.push(name);
    }
    if (this.lastOf === of && found.length > 0) found.at(-1)!.list.pipelines.push(pipeline);
    else found.push({ name, list: { pipelines: [pipeline] }, place, args: [], written: '', again: false });
    this.lastOf = of;
  }

  /** Whether a function of that name was defined, which then is what runs. */
  has(name: string): boolean {
    return this.waiting.has(name) || this.known.has(name);
  }

  /**
   * Notices what a command calls. A program that is a variable may be any of them.
   * @param written gives the arguments as they are written
   */
  note(program: string, args: readonly string[], written: () => string): void {
    if (this.early.size < PROGRAMS_MAX) this.early.add(program);
    const known = this.known.get(program);
    if (known !== undefined && args.length > 0 && this.repeated < REPEATED_MAX) {
      this.repeated++;
      for (const each of known) this.called.push({ ...each, args, written: written(), again: true });
    }
    if (this.waiting.size === 0) return;
    if (program.startsWith('$')) for (const name of [...this.waiting.keys()]) this.call(name);
    else if (this.waiting.has(program)) this.call(program, args, written());
    if (EXPORTING.test(`${program} ${args[0]}`)) for (const name of args) this.call(name);
  }

  private call(name: string, args: readonly string[] = [], written = ''): void {
    const found = this.waiting.get(name);
    if (found === undefined) return;
    this.waiting.delete(name);
    this.known.set(name, found);
    for (const each of found) this.called.push({ ...each, args, written });
  }

  /** The next body that is executed. */
  nextCalled(): Definition<Place> | undefined {
    while (this.called.length === 0 && this.ready.length > 0) this.call(this.ready.pop()!);
    return this.called.pop();
  }
}
