import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { endsAtQuestion } from './miscall.ts';

/** Commands that ran into the tool's time limit: what waits with a limit of its own, and what never ends. */

const BOUNDED_WAIT =
  /\bg?timeout\s+(?:-\S+\s+)*\d|\bsleep\s+\d|(?:^|[;&\n]\s*)(?:until|while)\s|\bwait\b|--watch\b/;
/** Servers, watchers and followers: run in the foreground they never come back. */
const ENDLESS = anyOf(
  [
    /(?:npm|pnpm|yarn|bun)(?: run)? (?:dev|start|serve|watch|preview)\b|(?:next|astro|nuxt|remix) dev/,
    /vite(?: dev| serve)?(?: --|$)|(?!cd |ls |cat )[\w-]+ serve(?=\s|$)|hugo server|(?:wrangler|convex|netlify|vercel|turbo) dev/,
    /manage\.py runserver|flask run|uvicorn |gunicorn |rails s(?:erver)?\b|phx\.server|php -S/,
    /http\.server|dotnet watch|cargo watch|nodemon|docker[ -]compose up(?!.*(?: -d\b|--detach))/,
    /port-forward|vitest(?: *$| watch| --watch)|jest --watch|tsc (?:-w|--watch)/,
    /tail (?:-n ?\d+ )?-[fF]|logs (?:.* )?(?:-f|--follow)\b/,
  ],
  { before: /\b/ },
);
/** Started for a while to see what it says. */
const OWN_LIMIT = /\bg?timeout\s+(?:-\S+\s+)*\d/;

/** What nobody asks for who wants to see the end of something long. */
const SHORT_MS = 60_000;

/** True where the agent itself gave the tool a short limit, and saw what was printed until then: it was started for a look. */
function isLook({ call, error, culprit, correction, correctionPart }: OpenFailure): boolean {
  const limit = Number(call.input['timeout'] ?? call.input['timeout_ms']);
  const worked = correction?.parts[correctionPart];
  const isRepeated = correction !== null && worked?.sub === culprit?.sub;
  return limit > 0 && limit <= SHORT_MS && !isRepeated && /\n\s*\S/.test(error);
}

/** What agents put behind the output of a command that they did not wait for. */
const METADATA = /\s*<bash_metadata>[\s\S]{0,600}$/;
/** `npx` and its like before they fetch a package that is not installed. */
const ASKS_TO_FETCH = /\bOk to proceed\? \(y\)\s*$/;
/** The prompt of `less` and of `more`. */
const PAGED = /(?:^|\n)(?::|\(END\)|--More--(?:\(\d+%\))?)\s*$/;

/** What a command that did not end stopped at, where somebody has to press a key; null where it shows no such thing. */
export function stoppedAt({ kind, error }: OpenFailure): 'fetch' | 'question' | 'pager' | null {
  if (kind !== 'timeout') return null;
  const tail = error.slice(-1200).replace(METADATA, '');
  if (ASKS_TO_FETCH.test(tail)) return 'fetch';
  if (endsAtQuestion(tail)) return 'question';
  return PAGED.test(tail) ? 'pager' : null;
}

/** True where what did not end serves, follows or watches until it is stopped, or waits for a key. */
export function isEndless(open: OpenFailure): boolean {
  const command = open.call.command.slice(0, 600);
  if (open.kind !== 'timeout' || OWN_LIMIT.test(command)) return false;
  return stoppedAt(open) !== null || (ENDLESS.test(command) && !isLook(open));
}

/** True where the time that ran out was all that was to be waited or looked on. */
export const isBoundedWait = (open: OpenFailure): boolean =>
  open.kind === 'timeout' && (BOUNDED_WAIT.test(open.call.command) || isLook(open));

/** Asks for a login that somebody has to give in a browser. */
const ASKS_LOGIN =
  /\bone-time code\b|\b[Oo]pen (?:this|the following) (?:URL|link|page)\b|\buse a web browser to (?:open|visit)\b|\bvisit (?:this|the following) (?:URL|link)\b|\bPress Enter to open\b/;

/** True where a call waited for a login that nobody gave. */
export const waitsForLogin = ({ kind, error }: OpenFailure): boolean =>
  kind === 'timeout' && ASKS_LOGIN.test(error.slice(0, 2000));

/** A simple command that is put into the background and writes to what the call reads. */
const IN_BACKGROUND =
  /(?:^|[;\n]|&&|\|\|)([^;&|\n]*(?:(?<=>)&\d[^;&|\n]*)*?(?:\|[^;&|\n]*)?)(?<![&>])&(?![&>\d])/g;
const TO_FILE = /(?:^|\s)(?:\d|&)?>{1,2}\s*(?!&)\S/;

/** What was started in the background without its output being sent elsewhere, for which the call then waited; empty where nothing was. */
export function heldOutput({ kind, call }: OpenFailure): string {
  if (kind !== 'timeout') return '';
  for (const [, started = ''] of call.command.slice(0, 2000).matchAll(IN_BACKGROUND))
    if (/\w/.test(started) && !TO_FILE.test(started)) return started.replace(/\s+\d>&\d/g, '').trim();
  return '';
}

/** How long the tool waited, as agents say it: `2m 0.0s`, `10000 milliseconds`, `5.0 minutes`. */
const WAITED =
  /(?:timed out after|exceed(?:ed|ing) (?:the )?time ?out(?: of)?|timeout of) (?:(\d+)m )?(\d+(?:\.\d+)?) ?(ms|milliseconds|s|sec(?:onds?)?|m|min(?:utes?)?)\b/i;
const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Seconds of a number with its unit: `ms` and `milliseconds`, `s` or nothing, `m` and `minutes`, `h`. */
function seconds(count: string, unit: string): number {
  const name = /^m(?:s|illi)/i.test(unit) ? 'ms' : unit.slice(0, 1).toLowerCase() || 's';
  return Number(count) * SECONDS[name as keyof typeof SECONDS];
}

/** A sleep is started a moment after the clock of the tool. */
const NEARLY = 0.97;

/** True where the command itself sleeps as long as the tool waits: whatever follows, it cannot end in time. */
export function sleepsPastLimit({ kind, call, error }: OpenFailure): boolean {
  const waited = kind === 'timeout' ? WAITED.exec(error.slice(0, 400)) : null;
  if (!waited) return false;
  const limit = Number(waited[1] ?? 0) * 60 + seconds(waited[2]!, waited[3]!);
  let asleep = 0;
  for (const part of call.parts)
    if (part.program === 'sleep')
      for (const arg of part.args) {
        const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(arg) ?? [];
        if (count !== '') asleep += seconds(count, unit);
      }
  return asleep >= limit * NEARLY && limit > 0;
}

/** A program by its path, which is given nothing: it may wait for what is typed. */
const UNFED = /(?:^|[;&\n]\s*)(?:\.{0,2}|~)\/(?:[\w.-]+\/)*[\w-]+\s*(?:2>&1\s*)?(?=$|[;&\n]|\|(?!\|))/;

/** True where a program of one's own was run without an argument and without input. */
export const isUnfed = ({ call: { command }, culprit }: OpenFailure): boolean =>
  culprit !== null &&
  culprit.args.length === 0 &&
  culprit.op !== '|' &&
  UNFED.exec(command.trim())?.[0].includes(`/${culprit.program}`) === true;
