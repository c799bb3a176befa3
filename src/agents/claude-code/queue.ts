import { humanText } from '../../transcripts/human-text.ts';

interface Waiting {
  text: string;
  line: number;
  timestamp: string | null;
}

/**
 * Messages typed while the agent works. Each is logged when it is queued and, in most versions, again when it is
 * delivered; some exist only as the queue operation. Every message is told once, where it was delivered if that is logged.
 */
export class PromptQueue {
  readonly #waiting: Waiting[] = [];
  readonly #told: string[] = [];
  readonly #emit: (waiting: Waiting) => void;

  constructor(emit: (waiting: Waiting) => void) {
    this.#emit = emit;
  }

  operation(name: string, content: string, line: number, timestamp: string | null): void {
    if (name === 'enqueue') {
      this.#waiting.push({ text: content.trim(), line, timestamp });
      if (this.#waiting.length > 100) this.#tell(this.#waiting.shift()!);
    } else if (name === 'dequeue') this.#waiting.shift();
    else if (name === 'popAll') this.#waiting.length = 0;
    else if (name === 'remove') {
      const at = content === '' ? 0 : this.#waiting.findIndex((each) => each.text === content.trim());
      const [removed] = this.#waiting.splice(Math.max(at, 0), 1);
      if (removed) this.#tell(removed);
    }
  }

  /** A message that is now logged by itself: false where it was told before. */
  delivered(text: string): boolean {
    const words = text.trim();
    const at = this.#waiting.findIndex((each) => each.text === words);
    if (at >= 0) this.#waiting.splice(at, 1);
    const told = this.#told.indexOf(words);
    if (told < 0) return true;
    this.#told.splice(told, 1);
    return false;
  }

  /** Tells what was queued and never seen again. */
  end(): void {
    for (const waiting of this.#waiting.splice(0)) this.#tell(waiting);
  }

  #tell(waiting: Waiting): void {
    if (humanText(waiting.text) === null || waiting.text.startsWith('/')) return;
    this.#told.push(waiting.text);
    if (this.#told.length > 100) this.#told.shift();
    this.#emit(waiting);
  }
}
