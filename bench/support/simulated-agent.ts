import { isWithheld } from '../../src/inject/holdout.ts';
import type { InjectionEvent, InjectionKind } from '../../src/model/injection-event.ts';
import { fingerprint } from '../../src/text/fingerprint.ts';

/** Share of sessions in which a lesson is withheld. */
const HOLDOUT = 0.3;

/** What a lesson truly does. */
type Nature = 'useful' | 'useless' | 'harmful';

/** What is true of a lesson, which the product does not know. */
export interface Truth {
  id: string;
  slug: string;
  nature: Nature;
  delivery: 'context' | 'hold';
  program: string;
  fingerprint: string;
  /** Chance that a call of it is fine as it is. */
  fine: number;
  /** Chance that the failure comes (again) where the lesson was not told, and where it was. */
  without: number;
  with: number;
}

const errorOf = (program: string): string =>
  `${program}: error: the quota of the workspace is not configured`;

/** What is true of so many lessons, of every nature. */
export function truths(count: number, random: () => number): Omit<Truth, 'id' | 'slug'>[] {
  const between = (low: number, high: number): number => low + random() * (high - low);
  return Array.from({ length: count }, (_, n) => {
    const nature: Nature = n % 5 === 4 ? 'harmful' : n % 5 === 3 ? 'useless' : 'useful';
    const delivery = n % 2 === 0 ? 'context' : 'hold';
    const program = `tool${n.toString(36)}x`;
    const without = nature === 'harmful' ? between(0.1, 0.35) : between(0.45, 0.85);
    const effects: Record<Nature, number> = {
      useful: -between(0.3, without - 0.05),
      useless: 0,
      harmful: between(0.3, 0.55),
    };
    return {
      nature,
      delivery,
      program,
      fingerprint: fingerprint('Bash', errorOf(program)),
      // A harmful hold stops calls that are fine; other lessons are mostly about calls that fail.
      fine: nature === 'harmful' ? (delivery === 'hold' ? 0.8 : 0.3) : between(0.02, 0.12),
      without,
      with: without + effects[nature],
    };
  });
}

/** Writes one session as the client would, and what the hook would have noted. */
export class Session {
  readonly lines: string[] = [];
  readonly events: InjectionEvent[] = [];
  readonly #id: string;
  readonly #cwd = '/home/dev/app';
  readonly #random: () => number;
  #at: number;
  #n = 0;

  constructor(id: string, at: number, random: () => number) {
    this.#id = id;
    this.#at = at;
    this.#random = random;
    this.#line('user', { role: 'user', content: 'go on with the release' });
  }

  #line(type: 'user' | 'assistant', message: unknown, extra: Record<string, unknown> = {}): void {
    this.#at += 4000;
    this.#n += 1;
    const base = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: this.#cwd,
      sessionId: this.#id,
    };
    const record = { ...base, version: '2.1.197', type, message, uuid: `${this.#id}-${this.#n}`, ...extra };
    this.lines.push(JSON.stringify({ ...record, timestamp: new Date(this.#at).toISOString() }));
  }

  /** Runs a command; answers the id of the tool use. */
  call(command: string, result: { text: string; failed: boolean; denied?: boolean }): string {
    const id = this.nextId();
    const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
    this.#line('assistant', { role: 'assistant', model: 'sim', content: [use] });
    const text = result.failed && !result.denied ? `Exit code 1\n${result.text}` : result.text;
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      ...(result.failed ? { is_error: true } : {}),
    };
    const denial = {
      toolDenialKind: 'permission-rule',
      permissionDecision: { decision: 'reject', source: 'hook', reasonCode: 'hook:PreToolUse' },
    };
    const failure = { toolUseResult: `Error: ${text}` };
    const extra = result.failed
      ? failure
      : { toolUseResult: { stdout: text, stderr: '', interrupted: false } };
    this.#line('user', { role: 'user', content: [block] }, result.denied ? { ...extra, ...denial } : extra);
    return id;
  }

  nextId(): string {
    return `toolu_${this.#id.replaceAll('-', '')}n${this.#n + 1}`;
  }

  note(
    kind: InjectionKind,
    truth: Truth | null,
    toolUseId: string | null,
    extra: Partial<InjectionEvent> = {},
  ): void {
    this.events.push({
      at: new Date(this.#at + 1000).toISOString(),
      kind,
      agent: 'claude-code',
      event: kind === 'pitfalls' ? 'UserPromptSubmit' : 'PreToolUse',
      sessionId: this.#id,
      toolUseId,
      tool: 'Bash',
      slug: truth?.slug ?? null,
      lessonId: truth?.id ?? null,
      inputHash: 'h',
      cwd: this.#cwd,
      ...extra,
    });
  }

  /** One occasion on which the lesson's trigger matches; what the agent does then follows the truth. */
  occasion(truth: Truth): void {
    const command = `${truth.program} deploy --target prod`;
    const fixed = `${truth.program} publish --target prod --workspace main`;
    const withheld = isWithheld(this.#id, truth.slug, HOLDOUT);
    const isFine = this.#random() < truth.fine;
    const fails = this.#random() < (withheld ? truth.without : truth.with);
    const good = { text: 'done', failed: false };
    const bad = { text: errorOf(truth.program), failed: true };
    this.call('git status --short', { text: '', failed: false });
    if (truth.delivery === 'context') {
      this.note(withheld ? 'holdout' : 'inject', truth, this.nextId(), { bytes: withheld ? 0 : 320 });
      this.call(command, isFine ? good : bad);
      if (isFine && !fails) return;
      this.call(fails ? `${command} --force` : fixed, fails ? bad : good);
      return;
    }
    if (withheld) {
      this.note('holdout', truth, this.nextId(), { bytes: 0 });
      this.call(command, isFine || !fails ? good : bad);
      return;
    }
    this.note('hold', truth, this.nextId(), { bytes: 420 });
    this.call(command, {
      text: 'PreToolUse:Bash hook error: [lessons-learned] held',
      failed: true,
      denied: true,
    });
    if (!isFine && !fails) {
      this.call(fixed, good);
      return;
    }
    this.note('hold-passed', truth, this.nextId());
    this.call(command, isFine ? good : bad);
  }
}

/** True difference in the chance that the failure comes back in a session: with the lesson less without. */
export function trueEffect(truth: Truth): number {
  if (truth.delivery === 'context') return truth.with - truth.without;
  return (1 - truth.fine) * (truth.with - truth.without);
}
