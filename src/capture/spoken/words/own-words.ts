import { TAG_OPEN } from '../../../model/constants.ts';
import { anyOf } from '../../../text/any-of.ts';
import { withoutFenced } from '../../../text/markdown.ts';
import { remembered } from '../../../text/remembered.ts';
import { REVIEW } from './finding.ts';

/** What of a message is the human's own, and what it only shows: somebody's text, or what a terminal printed. Pure. */

/** A line that quotes somebody. */
const QUOTED_LINE = /^[ \t]*>(?!\s*$)[^\n]*$/gm;
/** Begins somebody's part of a pasted conversation. */
const TURN = /^[ \t]*(?:#+ |\*\*)?(?:user|human|assistant|system)(?::\**|\**:)\s/im;
/** What of a client's own words about a refusal or an interruption stands in the middle of a message. */
const CLIENT_WORDS = /^[^\r\n]*(?:\[Request interrupted by user|To tell you how to proceed, the user said:)/m;

/** Announces a text: a verb or a gesture, then what kind of text it is, then a colon. */
const announces = (gesture: RegExp, text: RegExp): RegExp =>
  new RegExp(`(?:${gesture.source})\\b[^\\n]{0,160}\\b(?:${text.source})\\b[^\\n]{0,60}:`);

/** Hands over a text of somebody else's, which follows after an empty line. */
const HANDS_OVER = anyOf(
  [
    announces(
      /summari[sz]e|translate|explain|proofread|paraphrase|analy[sz]e|read|look at|what (?:does|do|is|are)|tell me|here(?:'s| is| are)|this is/,
      /page|article|posts?|text|logs?|output|summary|brief|prompt|plan|spec|notes|tickets?|e-?mails?|messages?|readme|documents?|thread|transcript|conversation|errors?|responses?/,
    ),
    announces(
      /fasse?|übersetze?|erkläre?|lies|hier ist/,
      /Seite|Artikel|Text|Log|Ausgabe|Ticket|Mail|Nachricht|Dokument|Fehler|Antwort/,
    ),
    announces(
      /résume|traduis|explique|lis|voici|voil[aà] \w+/,
      /page|article|texte|log|sortie|ticket|mail|message|document|résum|plan|brief|prompt/,
    ),
    announces(
      /resume|traduce|explica|lee|aquí está/,
      /página|artículo|texto|log|salida|ticket|correo|mensaje/,
    ),
  ],
  { before: /(?:^|[.!?]\s|\b(?:please|can you|could you|bitte)\s)/, after: /[ \t]*\n\s*\n/, flags: 'im' },
);

const CHARS_MAX = 8000;
const TEXTS_REMEMBERED = 64;

/**
 * What of a message is the human's own: the words before a tag, a pasted conversation and a text that is handed over,
 * without quoted lines. What stands in any of these is somebody's whom the human only shows.
 */
export const ownWords = remembered(TEXTS_REMEMBERED, (message: string): string => {
  const text = message.slice(0, CHARS_MAX);
  const handed = text.includes('\n') ? HANDS_OVER.exec(text) : null;
  const ends = [text.indexOf(TAG_OPEN), text.search(TURN), text.search(CLIENT_WORDS)];
  if (handed !== null) ends.push(handed.index + handed[0].length);
  const end = Math.min(
    ...ends.filter((at) => at > 0 || (at === 0 && text.startsWith(TAG_OPEN))),
    text.length,
  );
  return text.slice(0, end).replace(QUOTED_LINE, '');
});

/** The same without what stands between fences: a command that the human names, or whatever was pasted. */
export const plainWords = (text: string): string => withoutFenced(ownWords(text));

/** Begins as a prompt, a log, a diff, a listing or a link does. */
const SHOWS_OUTPUT = anyOf(
  [
    /❯|(?:\(?[\w.-]+\) )?[\w.-]+@[\w.-]+[: ][^\n]{0,60}[%$#] \S|\$ |> |\+ |```/,
    /[\w./-]+\.\w{1,5}:\d+: |={3,}|-{2,} |error(?:\[|:)|time=|\[\w+|\d{4}-\d\d-\d\d|Traceback/,
    /diff --git|#+ |\*\*?\d|\d+\. (?:\*\*|High|Medium|Low|`)|<[a-z]|\{"|https?:\/\/\S+\s*$/,
  ],
  { before: /^\s*/ },
);

/** The log of a step of a job: what it ran stands before what that printed. */
const JOB = /^\s*(?:##\[group\])?Run \S[^\n]*\n[\s\S]{0,4000}\bProcess completed with exit code \d/;
export const showsJob = (text: string): boolean => JOB.test(text);

/** Pasted logs, diffs, reviews and listings: not the user's own words. */
export function pasted(text: string): boolean {
  if (SHOWS_OUTPUT.test(text)) return true;
  if (text.length > 250 && REVIEW.test(text)) return true;
  const lines = text.split('\n');
  return lines.length > 12 && text.length > 900;
}

/** So much of one's own stands with what is shown at most. */
export const SHOWN_WORDS_MAX = 200;

/** A line of output, or of a terminal, below the words. */
const OUTPUT_LINE =
  /^\s*(?:[$❯>#|]|PS [A-Z]:[^\n>]{0,120}>|```|={3,}|-{3,}|(?:fatal|error|warning|npm|traceback|exception|caused by|info|debug)\b|at \S+[ (:]|[\d[][\d:T.,\] -]{6,}|\w*(?:Error|Exception)\b|\{|<)/i;

/** A shell's or a program's prompt in a line of words: what follows it is shown. */
const INLINE_PROMPT = /(?:^|\s)(?:(?:[~/]\S*|[\w.-]+@\S+) +[$❯%]|❯) /;
const OWN_CHARS_MIN = 12;

/** The words before what a terminal shows, where there are some. */
export function beforePrompt(message: string): string {
  const at = message.search(INLINE_PROMPT);
  const isFenced = (message.slice(0, Math.max(0, at)).match(/```/g)?.length ?? 0) % 2 > 0;
  return at >= OWN_CHARS_MIN && !isFenced ? message.slice(0, at) : message;
}

/** The words before what is pasted below them. */
export function wordsAbovePaste(message: string): string {
  const lines = beforePrompt(message).split('\n', 12);
  const end = lines.findIndex((line) => OUTPUT_LINE.test(line));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

/** What a terminal prints before a command. */
export const PROMPT =
  /^\s*(?:\([\w.-]+\)\s*)*(?:PS\s+)?(?:[\w.-]+@[\w.-]+[^$#%>\n]{0,80}|[A-Z]:[^>\n]{0,120}|[\w~/.-]{0,60}\s?)?[$#%>❯]\s+/;

/** The words without the command that a terminal shows in their first line, where what it printed stands below. */
export function belowPrompt(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  return rest.length > 0 && PROMPT.test(first) ? rest.join('\n') : text;
}

/** What the client says where the model's service refuses: nothing of it is the agent's work. */
const OF_SERVICE = /\bAPI Error: [45]\d\d \{"type":"error"/;
const SERVICE_CHARS = 2000;
export const isOfService = (text: string): boolean => OF_SERVICE.test(text.slice(0, SERVICE_CHARS));
