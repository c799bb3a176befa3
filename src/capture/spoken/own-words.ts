import { TAG_OPEN } from '../../model/constants.ts';
import { anyOf } from '../../text/any-of.ts';
import { withoutFenced } from '../../text/markdown.ts';
import { remembered } from '../../text/remembered.ts';

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
