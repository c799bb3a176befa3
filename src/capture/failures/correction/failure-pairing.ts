/** How far a call does the job of a failing one, where the error has a say in it. */

import { baseName } from '../../../inject/paths.ts';
import { NO_SCRIPT } from '../../../text/known-messages.ts';
import { namedWords } from '../../../triggers/named-words.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { INTERPRETERS } from '../../shell/programs.ts';
import { NOT_STARTED } from '../../shell/remote.ts';
import { isScaffold, type ShellPart } from '../../shell/shell.ts';
import { givesCode } from '../causes/inline-code.ts';
import { isUnparsed, parsesJson } from '../result/json-reply.ts';
import { withParts } from '../seen-call.ts';
import { isRespelt, nameLikeness } from './likeness.ts';
import { isOnlyLookup, type Pairing, pairCalls } from './pairing.ts';

/** Kinds whose messages advise, though nothing was wrong with the call. */
const ADVISING = new Set([
  'conflict',
  'git-rejected',
  'format',
  'lint',
  'test',
  'lock',
  'network',
  'outage',
  'pending',
]);

/** The command of this call that the error itself names: `terraform init`, `npx playwright install`; or -1. */
function advisedPart(open: OpenFailure, call: SeenCall): number {
  if (open.call.tool !== 'Bash' || open.callsAfter > 4 || ADVISING.has(open.kind)) return -1;
  return call.parts.findIndex((part) => {
    const words = part.args.length > 1 && part.sub.includes(' ') ? 2 : 1;
    const named = [part.program, ...part.args.slice(0, words)].join(' ');
    return (
      part.args.length > 0 &&
      named.length > 6 &&
      !isScaffold(part) &&
      open.error.includes(named) &&
      !open.call.command.includes(named)
    );
  });
}

/** True where a flag that was added is one that the error asks for. */
function hasAdvisedFlag(open: OpenFailure, part: ShellPart | undefined): boolean {
  if (open.call.tool !== 'Bash' || !part || ADVISING.has(open.kind)) return false;
  return part.args.some(
    (arg) =>
      /^--[a-z][\w-]+/.test(arg) &&
      !open.call.command.includes(arg) &&
      open.error.includes(arg.split('=')[0]!),
  );
}

/** The command that the error names for another: `deprecated, please use 'generate'`. */
const INSTEAD = /\buse (?:the )?(?:updated |new )?[`'"]([\w:-]+)[`'"]/i;

const LOOKUP_SCORE = 0.5;
const OTHER_DATA_SCORE = 0.3;
const REPLACES: Pairing = { score: 0.56, changed: true, part: -1 };

/** A look at what there is shows that the call asked for the wrong thing; the right one is still to come. */
function withoutLookup(open: OpenFailure, call: SeenCall, pairing: Pairing): Pairing {
  const part = call.parts[pairing.part];
  if (open.kind === 'api-misuse' && isUnparsed(open.salient) && !parsesJson(call.command))
    return { ...pairing, score: Math.min(pairing.score, LOOKUP_SCORE) };
  if (pairing.score <= LOOKUP_SCORE || !open.culprit || !part) return pairing;
  return isOnlyLookup(open.culprit, part) ? { ...pairing, score: LOOKUP_SCORE } : pairing;
}

const NO_FILE = new RegExp(`${NO_SCRIPT.source}|Cannot find module '(/[^'\\n]+)'`);
const RUNS_SHELL = /^(?:ba|z)?sh$/;

/** The part that runs a script of nearly the name, in the folder, of one that is not there; or -1. */
function nearScript(open: OpenFailure, call: SeenCall): number {
  const path = NO_FILE.exec(open.salient)?.slice(1).find(Boolean);
  if (path === undefined || open.callsAfter > 4) return -1;
  const [name, folder] = [baseName(path), baseName(path.split('/').slice(0, -1).join('/'))];
  return call.parts.findIndex((part) => {
    const script =
      RUNS_SHELL.test(part.program) || INTERPRETERS.test(part.program) ? (part.args[0] ?? '') : part.program;
    const place = baseName(script.split('/').slice(0, -1).join('/'));
    return (
      script.includes('.') && place === folder && nameLikeness(stem(name), stem(baseName(script))) >= 0.5
    );
  });
}

const stem = (name: string): string => name.replace(/\.\w+$/, '');

/** Data that a script names. */
const DATA =
  /['"][\w./~-]*?([\w-]+\.(?:json[l5]?|ndjson|[ct]sv|ya?ml|toml|xml|txt|log|parquet|db|sqlite3?|html?|md))['"]/g;

/** Two scripts that look into different data: the second is no other form of the first. */
function readsOtherData({ kind, call: failed }: OpenFailure, call: SeenCall): boolean {
  if (kind !== 'script-error' && kind !== 'api-misuse') return false;
  if (!givesCode(failed.command) || !givesCode(call.command)) return false;
  const dataOf = (command: string) => [...command.matchAll(DATA)].map((match) => match[1]!);
  const [was, is] = [dataOf(failed.command), dataOf(call.command)];
  return was.length > 0 && is.length > 0 && !is.some((file) => was.includes(file));
}

/** True where a container that lacks a program was given another one, with no word in common, to run. */
function isOtherInside({ salient, call: failed }: OpenFailure, call: SeenCall): boolean {
  const name = NOT_STARTED.exec(salient)?.[1];
  const wanted = failed.parts.find(({ by, program }) => by && program === baseName(name ?? ''));
  const run = call.parts.filter(({ by }) => by);
  return (
    wanted !== undefined &&
    wanted.args.length > 0 &&
    run.length > 0 &&
    !run.some(
      ({ program, args }) => program === wanted.program || args.some((arg) => wanted.args.includes(arg)),
    )
  );
}

/** How far the call does the job of the failing one; a subcommand that the error names or lists replaces the refused one. */
export function pairingOf(open: OpenFailure, call: SeenCall): Pairing {
  const refused = open.call.tool === 'Bash' ? namedWords(open.salient) : [];
  const pairing = withoutLookup(open, call, pairCalls(open.call, open.culprit, withParts(call), refused));
  if (readsOtherData(open, call) || isOtherInside(open, call))
    return { ...pairing, score: Math.min(pairing.score, OTHER_DATA_SCORE) };
  const near = nearScript(open, call);
  if (near >= 0 && pairing.score < REPLACES.score) return { ...REPLACES, part: near };
  const part = advisedPart(open, call);
  open.advised ||= part >= 0 || (pairing.score >= 0.55 && hasAdvisedFlag(open, call.parts[pairing.part]));
  if (open.kind !== 'usage' || !open.culprit || pairing.score >= REPLACES.score) return pairing;
  const { program, sub, args } = open.culprit;
  const isListed = part >= 0 && call.parts[part]!.program === program && refused.includes(sub);
  if (isListed) return { ...REPLACES, part };
  const spelt = call.parts.findIndex(
    (each) => each.program === program && isRespelt(args, each.args, refused),
  );
  if (spelt >= 0) return { ...REPLACES, part: spelt };
  const named = INSTEAD.exec(open.salient)?.[1];
  const instead = call.parts.findIndex((each) => each.program === program && each.sub === named);
  return instead >= 0 && open.callsAfter <= 4 ? { ...REPLACES, part: instead } : pairing;
}
