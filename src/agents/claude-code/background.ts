import type { Json } from '../../transcripts/json.ts';
import { STOPPED, shellLeftTo } from './shell-report.ts';

/** What is known of the command in the background whose output a call reads. */
export interface AskedShell {
  command: string;
  /** Null as long as no end was announced. */
  exitCode: number | null;
  /** The call that left the command to the background. */
  startedBy: string;
}

/** A call that has left its command to the background, and whose it is. */
interface Started {
  command: string;
  callId: string;
  thread: string | undefined;
}

const KEPT_MAX = 64;
/** Where the client keeps the output of a task. */
const TASK_FILE = /[\w./\\:~$-]*[\\/]tasks[\\/](\w{1,40})\.output\b/;
/** Shows that file and does nothing else with it. */
const SHOWS_TASK =
  /^(?:sleep [\d.]+s? ?(?:;|&&) ?)?(?:cat|tail(?: -n? ?\d+| -\d+)?|head(?: -n? ?\d+| -\d+)?) ["']?[^\s"'|;&<>()]+\.output["']?(?: 2>(?:&1|\/dev\/null))?(?: ?\| ?(?:tail|head)(?: -n? ?\d+| -\d+)?)?$/;
const NOTICE = '<task-notification>';
const READS = /^(?:cat|tail|head|less|sed -n)\s/;
/** What `Read` puts in front of each line. */
const NUMBER = /^ *\d+(?:→|\t)/gm;
/** What the client writes behind the output. */
const TRAILER = /\s*\[exited with code \d+\]\s*$/;

/**
 * Commands in the background whose end the client only announces: their output lies in a file, which the agent then
 * reads. That call stands for the command, as one of `TaskOutput` does, which newer versions do not have.
 */
export class BackgroundShells {
  readonly #commands = new Map<string, Started>();
  /** By the file that holds the output. */
  readonly #ended = new Map<string, AskedShell>();
  /** Tasks that are said to have ended well. */
  readonly #passed = new Set<string>();
  readonly #lookedAt = new Set<string>();

  /** A command's result that leaves it to the background. */
  started(started: Started, result: string): void {
    const id = shellLeftTo(result) ?? /^Monitor started \(task (\w+)/.exec(result)?.[1] ?? null;
    if (id !== null) keep(this.#commands, id, started);
  }

  /**
   * What the client has put into the queue.
   * @returns the call whose command is said to have ended well, or null
   */
  announced(content: string): Started | null {
    if (!content.startsWith(NOTICE)) return null;
    const field = (name: string) =>
      new RegExp(`<${name}>([^<]{1,1000})</${name}>`).exec(content)?.[1] ?? null;
    const [id, file, summary] = [field('task-id'), field('output-file'), field('summary')];
    const started = this.#commands.get(id ?? '');
    if (/completed \(exit code 0\)$/.test(summary ?? '')) {
      note(this.#passed, id ?? '');
      return started ?? null;
    }
    const exit = /failed (?:with exit code |\(exit )(\d+)\)?$/.exec(summary ?? '')?.[1];
    if (STOPPED.has(exit) || /was stopped$/.test(summary ?? '')) this.#commands.delete(id ?? '');
    if (started === undefined || file === null || exit === undefined || STOPPED.has(exit)) return null;
    this.#commands.delete(id ?? '');
    keep(this.#ended, file, {
      command: started.command,
      exitCode: Number(exit),
      startedBy: started.callId,
    });
    return null;
  }

  /** The shell whose output a call reads: at the first look, and once it has come to a bad end; null for any other call. */
  askedBy(tool: string, input: Json): AskedShell | null {
    const file = tool === 'Read' ? input['file_path'] : tool === 'Bash' ? input['command'] : null;
    if (typeof file !== 'string') return null;
    return this.#endReadBy(tool, file) ?? this.#lookBy(tool, file);
  }

  #endReadBy(tool: string, read: string): AskedShell | null {
    if (this.#ended.size === 0) return null;
    const file = tool === 'Read' ? read : this.#namedIn(read);
    const ended = file === null ? undefined : this.#ended.get(file);
    if (ended === undefined) return null;
    this.#ended.delete(file as string);
    return ended;
  }

  #lookBy(tool: string, read: string): AskedShell | null {
    if (this.#commands.size === 0 || (tool === 'Bash' && !SHOWS_TASK.test(read.trim()))) return null;
    const id = TASK_FILE.exec(read)?.[1] ?? '';
    const started = this.#commands.get(id);
    if (started === undefined || this.#lookedAt.has(id)) return null;
    note(this.#lookedAt, id);
    return {
      command: started.command,
      exitCode: this.#passed.has(id) ? 0 : null,
      startedBy: started.callId,
    };
  }

  #namedIn(command: string): string | null {
    if (!READS.test(command)) return null;
    return [...this.#ended.keys()].find((file) => command.includes(file)) ?? null;
  }
}

/** What a command printed, out of its file as a call shows it. */
export const printedIn = (shown: string): string => shown.replace(NUMBER, '').replace(TRAILER, '');

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  makeRoom(map);
  map.set(key, value);
}

function note(set: Set<string>, key: string): void {
  makeRoom(set);
  set.add(key);
}

function makeRoom(kept: Map<string, unknown> | Set<string>): void {
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string);
}
