import type { Json } from '../../transcripts/json.ts';
import { STOPPED, shellLeftTo } from './shell-report.ts';

/** A command in the background that came to a bad end. */
interface Ended {
  command: string;
  exitCode: number;
}

const KEPT_MAX = 64;
const NOTICE = '<task-notification>';
const READS = /^(?:cat|tail|head|less|sed -n)\s/;
/** What `Read` puts in front of each line. */
const NUMBER = /^ *\d+(?:→|\t)/gm;
/** What the client writes behind the output. */
const TRAILER = /\s*\[exited with code \d+\]\s*$/;

/**
 * Commands in the background whose end the client only announces: their output lies in a file, which the agent then
 * reads. That call stands for the end of the command, as one of `TaskOutput` does, which newer versions do not have.
 */
export class BackgroundShells {
  readonly #commands = new Map<string, string>();
  /** By the file that holds the output. */
  readonly #ended = new Map<string, Ended>();

  /** A command's result that leaves it to the background. */
  started(command: string, result: string): void {
    const id = shellLeftTo(result) ?? /^Monitor started \(task (\w+)/.exec(result)?.[1] ?? null;
    if (id !== null) keep(this.#commands, id, command);
  }

  /** What the client has put into the queue. */
  announced(content: string): void {
    if (!content.startsWith(NOTICE)) return;
    const field = (name: string) =>
      new RegExp(`<${name}>([^<]{1,1000})</${name}>`).exec(content)?.[1] ?? null;
    const [id, file, summary] = [field('task-id'), field('output-file'), field('summary')];
    const exit = /failed (?:with exit code |\(exit )(\d+)\)?$/.exec(summary ?? '')?.[1];
    const command = this.#commands.get(id ?? '');
    if (command === undefined || file === null || exit === undefined || STOPPED.has(exit)) return;
    keep(this.#ended, file, { command, exitCode: Number(exit) });
  }

  /** The end that a call reads about, told once; null for any other call. */
  askedBy(tool: string, input: Json): Ended | null {
    if (this.#ended.size === 0) return null;
    const file =
      tool === 'Read' ? input['file_path'] : tool === 'Bash' ? this.#namedIn(input['command']) : null;
    const ended = typeof file === 'string' ? this.#ended.get(file) : undefined;
    if (ended === undefined) return null;
    this.#ended.delete(file as string);
    return ended;
  }

  #namedIn(command: unknown): string | null {
    if (typeof command !== 'string' || !READS.test(command)) return null;
    return [...this.#ended.keys()].find((file) => command.includes(file)) ?? null;
  }
}

/** What a command printed, out of its file as a call shows it. */
export const printedIn = (shown: string): string => shown.replace(NUMBER, '').replace(TRAILER, '');

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= KEPT_MAX) map.delete(map.keys().next().value as string);
  map.set(key, value);
}
