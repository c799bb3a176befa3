import { OUTSIDE_QUOTES } from './run-names.ts';

/** Input that is given to a program which is started without it: `docker exec NAME psql < FILE` needs `-i`. */

const DATABASES = /(?:psql|mysql|mariadb|mongosh|redis-cli|sqlite3|clickhouse-client|cqlsh)\b/;
const HANDS_ON =
  /(?:^|[;&|(\n] *)(?:sudo )?((?:docker|podman|nerdctl|kubectl|oc)(?: (?:container|--?[\w-]+(?:[= ][\w./-]+)?))?)? ?\b(exec|conda run) ([^|;&\n"'<>()]{1,200})/g;
const READS = /(?:^|\s)(?:-[a-z]*i[a-z]*|--interactive|--stdin|--no-capture-output|--live-stream)(?=[\s=])/;
const GIVEN = /^(?:[^|;&\n"'<()]|"[^"\n]*"|'[^'\n]*'|>&\d)*<(?:<|(?! ?\/dev\/null)[ \w./~$])/;

/** The program of a command that hands no input on, and the option by which it does; null where none is given any. */
export function unreadInput(command: string): { by: string; option: string; piped: boolean } | null {
  if (!/\bexec |\bconda run /.test(command)) return null;
  // What a here-document holds is text.
  const document = command.indexOf('<<');
  const end = document < 0 ? -1 : command.indexOf('\n', document);
  const line = (end < 0 ? command : command.slice(0, end)).slice(0, 4000);
  for (const found of line.matchAll(HANDS_ON)) {
    const [whole, runtime, verb, words] = found;
    if ((verb === 'exec') !== (runtime !== undefined) || READS.test(`${words} `)) continue;
    const rest = line.slice(found.index + whole.length - words!.length);
    const piped = whole.startsWith('|') && DATABASES.test(words!);
    if (!piped && !GIVEN.test(rest)) continue;
    return verb === 'exec'
      ? { by: `${runtime!.split(' ')[0]} exec`, option: '-i', piped }
      : { by: 'conda run', option: '--no-capture-output', piped };
  }
  return null;
}

/** The first line up to where no quote is open, past one string; what a here-document holds is text. */
const BEFORE_INPUT = `^[^'"<\\n]*(?:(?:'[^'\\n]*'|"[^"\\n]*")[^'"<\\n]*)?`;

/** The pattern that meets such a command whatever runs in it, and spares one that hands its input on. */
export function unreadInputPattern(command: string): string | null {
  const unread = unreadInput(command);
  if (unread === null) return null;
  const handed =
    unread.option === '-i' ? '-[a-hj-z]{0,3}i|--interactive|--stdin' : '--no-capture-output|--live-stream';
  const start = `${unread.by} (?!.*\\s(?:${handed}))[^|;&\\n"'<>()]*`;
  return unread.piped
    ? `raw:${OUTSIDE_QUOTES}\\|\\s*${start}\\b${DATABASES.source}`
    : `raw:${BEFORE_INPUT}\\b${start}<(?!\\s?\\/dev\\/null)`;
}
