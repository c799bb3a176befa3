import { isTellingWord, isToolName } from './keywords.ts';
import { stem } from './stem.ts';

const KEYWORDS_MAX = 12;
const KEYWORD_CHARS_MAX = 40;
const PROMPT_CHARS_MAX = 20_000;
/** A prompt of no more keywords is an order (`commit and push`): what it leaves out is understood. */
const ORDER_KEYWORDS_MAX = 3;

/** What a prompt is about. */
interface PromptWords {
  /** Of each sentence its keywords, each as the stems of its parts: `force-push` is two. */
  sentences: string[][][];
  isOrder: boolean;
}

/** A lesson's topic as far as a prompt has its words. */
export interface TopicHits {
  /** Of each word that the prompt has, its share of the topic's weight: rare words weigh more. */
  shares: Map<string, number>;
  /** How many words the command has that the topic is; 0 where it is none, less where its lesson has a time of its own. */
  size: number;
}

/**
 * The keywords of a human's prompt, sentence by sentence; none of a slash command.
 * @param here the working folder: the words of its path are in every prompt of a project, and tell nothing
 */
export function promptWords(prompt: string, here: string): PromptWords {
  const isCommand = /^\s*\/[a-z][\w:-]*(?:\s|$)/i.test(prompt.slice(0, 200));
  const text = isCommand ? '' : withoutFolders(bothEnds(prompt).toLowerCase());
  const path = here.toLowerCase();
  const names = [...path.split(/[\\/]/), ...path.split(/[\\/_.-]/)];
  const place = new Set(names.filter((name) => !isToolName(name)));
  const kept = new Set(keywords(tokens(text).filter((token) => !place.has(token))));
  const inSentence = (sentence: string) => tokens(sentence).filter((token) => kept.has(token));
  const sentences = text
    .split(/[.!?;:](?=\s)|[。！？\n]/)
    .map((sentence) => inSentence(sentence).map((word) => word.split('-').map(stem)));
  return { sentences, isOrder: kept.size <= ORDER_KEYWORDS_MAX };
}

const SHARE_MIN = 0.4;
const TOOL_SHARE_MIN = 0.2;

/**
 * How much of a topic one sentence of the prompt has: 0 where that says too little, else up to 1. Two words must be in it,
 * or one that names a tool of few lessons, more of it where the lesson is told at a call or an error anyway; of a command
 * all, but its program where the prompt is an order.
 */
export function relevance({ shares, size }: TopicHits, { sentences, isOrder }: PromptWords): number {
  let best = 0;
  for (const sentence of sentences) {
    const words = new Set(sentence.filter((parts) => parts.every((part) => shares.has(part))).flat());
    let share = 0;
    let hasTool = false;
    for (const word of words) {
      const each = shares.get(word)!;
      share += each;
      hasTool ||= each > 0 && isToolName(word);
    }
    const isEnough =
      size > 0
        ? share > 0.99 && (isOrder || (size > 1 && words.size === size))
        : (hasTool || words.size > 1) && share >= (hasTool && !size ? TOOL_SHARE_MIN : SHARE_MIN);
    if (isEnough && share > best) best = share;
  }
  return best;
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_+]+(?:-[\p{L}\p{N}_+]+)*/gu) ?? [];
}

/**
 * Up to 12 distinct keywords: words of at least 4 letters that are no stop words, and shorter ones that name a known
 * tool. Tools come first, since they say most; of more words the first and the last are taken, since the task stands
 * before or after what was piped or pasted in.
 */
function keywords(words: readonly string[]): string[] {
  const telling = [...new Set(words)].filter((word) => !word[KEYWORD_CHARS_MAX] && isTellingWord(word));
  const named = telling.filter(isToolName).slice(0, KEYWORDS_MAX);
  const rest = telling.filter((word) => !isToolName(word));
  const room = KEYWORDS_MAX - named.length;
  const first = room - (room >> 1);
  return [...named, ...rest.slice(0, first), ...rest.slice(Math.max(first, rest.length - room + first))];
}

/**
 * Addresses taken out, the name of the tool before a call that was pasted (`Bash(ls)`), and of a path its folders:
 * `src/docker/volumes.ts` is about no container. Two words with a slash between (`commit/push`) are no path.
 */
function withoutFolders(text: string): string {
  return text.replace(/\bbash\(|\S+/g, (word) => {
    if (word === 'bash(') return '';
    if (/:\/\/|\w@\w/.test(word)) return '';
    return /^[.~/@]|\/.*\/|\.\w/.test(word) ? word.slice(word.lastIndexOf('/') + 1) : word;
  });
}

function bothEnds(prompt: string): string {
  if (prompt.length <= PROMPT_CHARS_MAX) return prompt;
  const half = PROMPT_CHARS_MAX / 2;
  return `${prompt.slice(0, half)}\n${prompt.slice(-half)}`;
}
