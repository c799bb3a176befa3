/** From what a human answered to what `review apply` takes. Pure. */
import type { LessonPatch } from '../model/lesson.ts';
import type { ReviewItem } from '../model/review-session.ts';
import { filteredOut, type ReviewCandidate } from './candidate-view.ts';
import type { Decision, Numbers } from './decisions.ts';

interface Resolved {
  items: ReviewItem[];
  /** Numbers to show in full. */
  show: number[];
  /** One line per item, for the human to confirm. */
  confirm: string[];
  errors: string[];
}

type Choice =
  | { verb: 'approve' | 'skip' | 'hold' | 'block' }
  | { verb: 'archive'; reason: string }
  | { verb: 'unarchive' };

/**
 * Lays decisions over the list in its shown order. A candidate named in the message goes before `all`;
 * two different decisions on one candidate, or on all, are an error. What is not named stays untouched,
 * but for what the filter put aside: where anything is decided, it is archived with its rule unless taken back.
 */
export function resolveDecisions(decisions: readonly Decision[], list: readonly ReviewCandidate[]): Resolved {
  const state = new Choices(list);
  for (const decision of decisions) state.take(decision);
  state.spreadAll();
  return state.result();
}

class Choices {
  private readonly list: readonly ReviewCandidate[];
  private readonly choices = new Map<number, Choice>();
  private readonly patches = new Map<number, LessonPatch>();
  private readonly alls: { choice: Choice; except: Set<number> }[] = [];
  private readonly outside: string[] = [];
  private readonly show: number[] = [];
  private readonly errors: string[] = [];

  constructor(list: readonly ReviewCandidate[]) {
    this.list = list;
  }

  take(decision: Decision): void {
    switch (decision.verb) {
      case 'show':
        this.show.push(...this.known(decision.of.all ? this.everyNumber() : decision.of.numbers));
        return;
      case 'edit':
        for (const number of this.known([decision.number]))
          this.patches.set(number, { ...this.patches.get(number), ...decision.patch });
        return;
      case 'unarchive':
        for (const ref of decision.refs) this.unarchive(ref);
        return;
      case 'archive':
        this.choose(decision.of, { verb: 'archive', reason: decision.reason });
        return;
      default:
        this.choose(decision.of, { verb: decision.verb });
    }
  }

  /** `all` reaches what nobody named and the filter did not put aside; two that differ on the same are an error. */
  spreadAll(): void {
    const spread = new Map<number, Choice>();
    const clashes = new Set<string>();
    for (const { choice, except } of this.alls)
      for (const [index, candidate] of this.list.entries()) {
        const number = index + 1;
        if (except.has(number) || this.choices.has(number) || filteredOut(candidate)) continue;
        const before = spread.get(number) ?? choice;
        if (isSame(before, choice)) spread.set(number, choice);
        else clashes.add(`all is decided twice: ${before.verb} and ${choice.verb}`);
      }
    this.errors.push(...clashes);
    for (const [number, choice] of spread) this.choices.set(number, choice);
  }

  result(): Resolved {
    const items: ReviewItem[] = [];
    const confirm: string[] = [];
    const decided = this.choices.size + this.patches.size + this.outside.length > 0;
    for (const [index, candidate] of this.list.entries()) {
      const item = this.item(index + 1, candidate, decided);
      if (!item) continue;
      items.push(item);
      confirm.push(confirmLine(index + 1, candidate, item));
    }
    for (const ref of this.outside) {
      items.push({ action: 'unarchive', candidateId: ref });
      confirm.push(`${ref}: back to the candidates`);
    }
    return { items, show: [...new Set(this.show)], confirm, errors: this.errors };
  }

  private item(number: number, candidate: ReviewCandidate, decided: boolean): ReviewItem | null {
    const choice = this.choices.get(number);
    const patch = this.patches.get(number);
    const base = { candidateId: candidate.id, ...(patch && { patch }) };
    if (!choice) {
      if (patch) return { action: 'skip', ...base };
      if (decided && filteredOut(candidate) && candidate.noise)
        return {
          action: 'archive',
          ...base,
          archiveReason: `${candidate.noise.rule}: ${candidate.noise.reason}`,
        };
      return null;
    }
    switch (choice.verb) {
      case 'approve':
        return approval(candidate, base);
      case 'hold':
      case 'block':
        return { action: 'promote', ...base, patch: { ...patch, delivery: choice.verb } };
      case 'archive':
        return { action: 'archive', ...base, archiveReason: choice.reason };
      default:
        return { action: 'skip', ...base };
    }
  }

  private choose(of: Numbers, choice: Choice): void {
    if (of.all) this.alls.push({ choice, except: new Set(this.known(of.except)) });
    for (const number of this.known(of.numbers)) this.set(number, choice);
  }

  /** What is taken back may be decided on as well, but for being put aside again. */
  private set(number: number, choice: Choice): void {
    const before = this.choices.get(number);
    const verbs = [before?.verb, choice.verb];
    const isBackAndOn = verbs.includes('unarchive') && !verbs.includes('archive');
    if (before === undefined || (before.verb === 'unarchive' && isBackAndOn))
      this.choices.set(number, choice);
    else if (!isBackAndOn && !isSame(before, choice))
      this.errors.push(`${number} is decided twice: ${before.verb} and ${choice.verb}`);
  }

  private unarchive(ref: string): void {
    const index = /^\d+$/.test(ref)
      ? Number(ref) - 1
      : this.list.findIndex((item) => item.slug === ref || item.id === ref);
    const candidate = this.list[index];
    if (!candidate) {
      if (/^\d+$/.test(ref)) this.errors.push(`there is no ${ref} in the list`);
      else this.outside.push(ref);
      return;
    }
    this.set(index + 1, { verb: 'unarchive' });
  }

  private known(numbers: readonly number[]): number[] {
    return numbers.filter((number) => {
      const known = number >= 1 && number <= this.list.length;
      if (!known) this.errors.push(`there is no ${number} in the list`);
      return known;
    });
  }

  private everyNumber(): number[] {
    return this.list.map((_, index) => index + 1);
  }
}

const isSame = (a: Choice, b: Choice): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Approving what the filter marked carries out the mark: it expands or supersedes the lesson that it names. */
function approval(
  candidate: ReviewCandidate,
  base: { candidateId: string; patch?: LessonPatch },
): ReviewItem {
  const { noise } = candidate;
  if (noise?.targetSlug && noise.proposal === 'expand_existing')
    return {
      action: 'expand_existing',
      ...base,
      targetSlug: noise.targetSlug,
      expansionNote: candidate.summary,
    };
  if (noise?.targetSlug && noise.proposal === 'supersede')
    return { action: 'supersede', ...base, targetSlug: noise.targetSlug };
  return { action: 'promote', ...base };
}

function confirmLine(number: number, candidate: ReviewCandidate, item: ReviewItem): string {
  const changed = item.patch ? ` (with ${Object.keys(item.patch).join(', ')} changed)` : '';
  const what = `${number}. ${item.patch?.summary ?? candidate.summary}`;
  switch (item.action) {
    case 'promote':
      return `${what}: added, delivery ${item.patch?.delivery ?? candidate.delivery}${changed}`;
    case 'expand_existing':
      return `${what}: expands ${item.targetSlug}${changed}`;
    case 'supersede':
      return `${what}: added, replaces ${item.targetSlug}${changed}`;
    case 'archive':
      return `${what}: archived, ${item.archiveReason}`;
    default:
      return `${what}: stays a candidate${changed}`;
  }
}
