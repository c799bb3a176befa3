import { type Json, list, object, text } from '../../transcripts/json.ts';

const ASKING_TOOL = 'AskUserQuestion';
const BETWEEN_CHOICES = ', ';
const OPEN_MAX = 64;
/** Asks back before it decides: that says nothing of what was done. */
const ASKS_BACK = /[?？][)\s]*$/;

interface Question {
  options: string[];
  mayChooseSeveral: boolean;
}

/**
 * Questions that the agent puts to the human in a dialog. An option that is chosen is in the agent's words; what is
 * typed instead, or beside it, is the human's.
 */
export class AskedQuestions {
  readonly #open = new Map<string, Map<string, Question>>();

  asked(callId: string, tool: string, input: Json | null): void {
    if (tool !== ASKING_TOOL || this.#open.size >= OPEN_MAX) return;
    const questions = list(input?.['questions']).map(object);
    this.#open.set(
      callId,
      new Map(questions.map((each) => [text(each?.['question']) ?? '', questionOf(each)])),
    );
  }

  /** Whether the answer to any of them is yet to come. */
  areOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * What was typed into the dialog; null where nothing was, or the call asked nothing.
   * @param detail the client's own record of the result
   */
  typed(callId: string, detail: Json | null): string | null {
    const questions = this.#open.get(callId);
    if (questions === undefined) return null;
    this.#open.delete(callId);
    const typed = Object.entries(object(detail?.['answers']) ?? {}).map(([question, answer]) =>
      typedIn(text(answer) ?? '', questions.get(question)),
    );
    const notes = Object.values(object(detail?.['annotations']) ?? {}).map((each) =>
      text(object(each)?.['notes']),
    );
    const words = [...typed, ...notes].filter((each) => each?.trim() && !ASKS_BACK.test(each));
    return words.length > 0 ? words.join('\n\n') : null;
  }
}

function questionOf(value: Json | null): Question {
  const options = list(value?.['options']).map((each) => text(object(each)?.['label']) ?? '');
  // A longer option may begin with a shorter one.
  options.sort((a, b) => b.length - a.length);
  return {
    options: options.filter((each) => each !== ''),
    mayChooseSeveral: value?.['multiSelect'] === true,
  };
}

function typedIn(answer: string, question: Question | undefined): string {
  if (question === undefined || question.options.includes(answer)) return '';
  let rest = answer;
  while (question.mayChooseSeveral) {
    const chosen = question.options.find((each) => rest === each || rest.startsWith(each + BETWEEN_CHOICES));
    if (chosen === undefined) break;
    rest = rest.slice(chosen.length + BETWEEN_CHOICES.length);
  }
  return rest;
}
