import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import { rememberedOf } from '../../../text/remembered.ts';
import { FORGE_CLIENTS, SCRIPT_MANAGERS } from '../../shell/programs.ts';
import { asCarried, looksElsewhere } from '../../shell/remote.ts';
import { isFilter, type ShellPart, unversioned } from '../../shell/shell.ts';
import { nameLikeness, overlap } from './likeness.ts';
import { isOtherJob, runsScripts } from './other-job.ts';

/** A call reduced to what pairing needs. */
export interface PairCall {
  tool: string;
  nativeTool: string;
  /** Shell: all simple commands. Others: empty. */
  parts: ShellPart[];
  /** Path, pattern or other chief argument of a tool that is not a shell. */
  target: string;
}

/** How well a later call fits a failed one. */
export interface Pairing {
  /** 0–1; from 0.45 the call does the same job. */
  score: number;
  /** False where the very same call was repeated. */
  changed: boolean;
  /** Index into `parts` of the part that does the job, or -1. */
  part: number;
}

const NONE: Pairing = { score: 0, changed: false, part: -1 };
/** It does the job in another way. */
const otherCall = (score: number, part = -1): Pairing => ({ score, changed: true, part });
const STEM = /[^/\\]+$/;

/** Words of a command for comparison: paths by their last component too. What failed is held against many calls. */
const tokens = rememberedOf((part: ShellPart): Set<string> => {
  const out = new Set<string>();
  for (const arg of part.args.slice(0, 60)) {
    const text = arg.slice(0, 200);
    out.add(text);
    if (text.includes('/')) out.add(STEM.exec(text)?.[0] ?? text);
    const equals = text.indexOf('=');
    if (equals > 0) {
      out.add(text.slice(0, equals));
      out.add(text.slice(equals + 1));
    }
  }
  return out;
});

const INSTALLS = /^(?:i|in|ci|install|add)$/;

function sameFamily(a: string, b: string): boolean {
  // PowerShell wants `.\run.cmd` for a script beside it, whose backslash a POSIX shell would take away.
  const trim = (name: string) =>
    unversioned(name)
      .replace(/^\.(?=\w)|\.(?:bat|cmd|exe|ps1)$/gi, '')
      .replace(/[\d.]+$/, '');
  return trim(a) === trim(b) || (SCRIPT_MANAGERS.test(a) && SCRIPT_MANAGERS.test(b));
}

/** `pnpm add` is what `npm install` is. */
export const sameVerb = (a: ShellPart, b: ShellPart): boolean =>
  a.sub === b.sub || (a.program !== b.program && INSTALLS.test(a.sub) && INSTALLS.test(b.sub));

/** A query that only asks what is there. */
const ASKS_SCHEMA =
  /["' ]\\d\S*(?:["' ]|$)|["' ]\.(?:tables|schema|indexes)\b|\binformation_schema\b|\bsqlite_(?:master|schema)\b|["' ](?:describe|show|pragma)\s/i;
/** A script that only prints what its data look like. */
const ASKS_SHAPE =
  /\.keys\(\)|\btype\(|\bdir\(|\.columns\b|\bObject\.keys\b|console\.log\(JSON\.stringify\([\w.[\]]+\)\)|\bjson\.tool\b|(?:^| )jq (?:-\w+ )*(?:keys|type|\.\[0\])/;
const QUERIES = /^(?:psql|sqlite3|mysql|mariadb|duckdb|clickhouse-client|usql|sqlcmd)$/;
/** The same by a script, a client of another machine or a tool. */
const ASKS_COLUMNS = /\binformation_schema\b|\bsqlite_(?:master|schema)\b|\bpragma\s+table_info\b/i;
/** A call that only lists what could be asked for. */
const LISTS =
  /(?:^|\s)(?:--(?:list|graph|help|version|list-[\w-]+|show-[\w-]+)|-(?:list|show[A-Z]\w+))(?=\s|$)/;

/** Verbs that change nothing. */
const READING = /^(?:get|list|ls|show|describe|inspect|view|status|search|find)(?:-|$)/;

/** True where the other call looks up what the failing one should have asked for. */
export const isOnlyLookup = (failed: ShellPart, other: ShellPart): boolean =>
  (SCRIPT_MANAGERS.test(other.program) && other.sub === 'run' && other.args.length === 1) ||
  (LISTS.test(other.text) && !LISTS.test(failed.text)) ||
  (failed.program === other.program &&
    READING.test(verb(other)) &&
    verb(failed) !== '' &&
    !READING.test(verb(failed))) ||
  (runsScripts(other.program) && ASKS_SHAPE.test(other.text) && !ASKS_SHAPE.test(failed.text)) ||
  (ASKS_COLUMNS.test(other.text) && !ASKS_COLUMNS.test(failed.text)) ||
  (QUERIES.test(other.program) && ASKS_SCHEMA.test(other.text) && !ASKS_SCHEMA.test(failed.text));

/** How far another call is the failing one without the words that the error refuses. */
function withoutRefused(failed: ShellPart, other: ShellPart, refused: readonly string[]): number {
  if (failed.program !== other.program) return 0;
  const isRefused = (arg: string) => refused.includes(arg) || refused.includes(arg.split('=')[0]!);
  const rest = failed.args.filter((arg) => !isRefused(arg));
  if (rest.length === failed.args.length || rest.length === 0 || other.args.some(isRefused)) return 0;
  const { ratio } = overlap(tokens({ ...failed, args: rest }), tokens(other));
  return ratio >= 0.5 ? 0.5 + 0.45 * ratio : 0;
}

/** Moves, shows or removes the files that another program works on. */
const HANDLES_FILES =
  /^(?:cp|mv|rm|mkdir|rmdir|touch|chmod|chown|ln|cat|ls|head|tail|wc|grep|rg|sed|echo|open|du|file|stat|diff)$/;
/** Looks into what another program is given. */
const INSPECTS =
  /^(?:systemd-analyze|journalctl|shellcheck|hadolint|yamllint|xmllint|ldd|nm|otool|readelf|objdump|strace|ltrace|lsof)$/;
/** Looks for a program by its name. */
const SEARCHES = /^(?:find|fd|which|whereis|locate|type|command|ls|grep|rg|file|stat)$/;
const verb = (part: ShellPart): string => part.sub.split(' ').at(-1) ?? '';

/** Goes into an environment for what then runs there: `conda run -n NAME` does it for one command. */
const ENTERS = /^(?:conda|mamba|micromamba|pyenv|poetry|pipenv) (?:activate|shell)\b/;

/** Prepares what another call of the same interpreter then runs. */
const MANAGES_MODULES = /^\S*python[\d.]* -m (?:pip|ensurepip|venv)\b/;
const PIP = /^pip[\d.]*$/;

function pairParts(failed: ShellPart, other: ShellPart, refused: readonly string[]): Pairing {
  if (isOtherJob(failed, other, refused)) return NONE;
  if (looksElsewhere(other) && !looksElsewhere(failed)) return NONE;
  if (MANAGES_MODULES.test(other.text) && !MANAGES_MODULES.test(failed.text) && !PIP.test(failed.program))
    return NONE;
  const { ratio, shared } = overlap(tokens(failed), tokens(other));
  const changed = failed.text !== other.text || failed.via !== other.via || !failed.by !== !other.by;
  if (sameFamily(failed.program, other.program)) {
    if (sameVerb(failed, other)) return { score: 0.55 + 0.45 * ratio, changed, part: -1 };
    const group = failed.sub !== '' && failed.sub.split(' ')[0] === other.sub.split(' ')[0];
    return otherCall((group ? 0.46 : 0.35) + 0.5 * ratio);
  }
  // `gh repo clone` for `git clone`: a client of the forge does what git did.
  if (
    FORGE_CLIENTS.test(failed.program) &&
    FORGE_CLIENTS.test(other.program) &&
    verb(failed) !== '' &&
    verb(failed) === verb(other) &&
    // `status` is of the working tree in one, of a login or a run in the other.
    verb(failed) !== 'status'
  )
    return otherCall(0.6);
  if (ENTERS.test(failed.text) && other.via.split(' ').includes(failed.program)) return otherCall(0.6);
  // A runner in front of the old program: `python -m pytest` for `pytest`, `docker compose` for `docker-compose`.
  if (other.args.slice(0, 6).includes(failed.program) && !SEARCHES.test(other.program))
    return otherCall(0.6 + 0.3 * ratio);
  if (failed.args.slice(0, 4).includes(other.program)) return otherCall(0.55 + 0.3 * ratio);
  if (HANDLES_FILES.test(other.program) && !HANDLES_FILES.test(failed.program)) return NONE;
  if (INSPECTS.test(other.program)) return NONE;
  return shared >= 2 && ratio >= 0.35 ? otherCall(0.3 + 0.6 * ratio) : NONE;
}

function baseOf(path: string): string {
  return (STEM.exec(path.replace(/[/\\]+$/, ''))?.[0] ?? path).toLowerCase();
}

const LOOKUP = new Set(['Read', 'Glob', 'Grep', 'LS']);

/** A look for a file, and a later one, or a command that names the file. */
function pairLookup(failed: PairCall, other: PairCall): Pairing {
  const wanted = baseOf(failed.target);
  if (!LOOKUP.has(other.tool)) {
    const at = other.parts.findIndex((part) =>
      part.args.some((arg) => wanted.length > 3 && arg.toLowerCase().includes(wanted.replace(/\.\w+$/, ''))),
    );
    return at >= 0 ? otherCall(0.6, at) : NONE;
  }
  const likeness = nameLikeness(wanted, baseOf(other.target));
  const same = failed.target === other.target && failed.tool === other.tool;
  if (likeness >= 0.4 || other.target.toLowerCase().includes(wanted))
    return { score: 0.4 + 0.5 * likeness, changed: !same, part: -1 };
  return failed.tool === other.tool && sharedFolder(failed.target, other.target) ? otherCall(0.46) : NONE;
}

function pairTools(failed: PairCall, other: PairCall): Pairing {
  if (EDIT_TOOLS.has(failed.tool)) {
    return EDIT_TOOLS.has(other.tool) &&
      failed.target !== '' &&
      baseOf(failed.target) === baseOf(other.target)
      ? otherCall(0.9)
      : NONE;
  }
  if (LOOKUP.has(failed.tool)) return pairLookup(failed, other);
  if (failed.tool === 'WebFetch' && hostOf(failed.target) !== hostOf(other.target)) return NONE;
  if (ASKS_COLUMNS.test(other.target) && !ASKS_COLUMNS.test(failed.target)) return NONE;
  if (isSameName(failed, other)) return otherCall(0.8);
  return failed.nativeTool === other.nativeTool
    ? { score: 0.7, changed: failed.target !== other.target, part: -1 }
    : NONE;
}

/** The name of a tool, or of a skill, without that of the server or the plugin that it is of. */
const bareName = ({ nativeTool, target }: PairCall): string =>
  (nativeTool === 'Skill' ? target : nativeTool).split(/__|:/).at(-1)!.toLowerCase();

/** A skill, and a tool of a server, that are called alike: the one was meant for the other. */
export const isSameName = (failed: PairCall, other: PairCall): boolean =>
  failed.nativeTool !== other.nativeTool && bareName(failed) !== '' && bareName(failed) === bareName(other);

const hostOf = (url: string): string => /^\w+:\/\/([^/]+)/.exec(url)?.[1] ?? '';

function sharedFolder(a: string, b: string): boolean {
  const folder = (path: string) => path.replace(/[/\\]?[^/\\]*$/, '');
  return folder(a) !== '' && folder(a) === folder(b);
}

/**
 * How far `other` does the job that `failed` was to do.
 * @param culprit the part of a failed shell command that caused the error
 * @param refused words of it that the error names
 */
export function pairCalls(
  failed: PairCall,
  culprit: ShellPart | null,
  other: PairCall,
  refused: readonly string[] = [],
): Pairing {
  if (failed.tool !== 'Bash') return pairTools(failed, other);
  if (other.tool !== 'Bash' || !culprit) return NONE;
  let best = NONE;
  for (let index = 0; index < other.parts.length; index++) {
    const part = asCarried(other.parts[index]!, culprit);
    // A filter at the end of another pipe has the same name, not the same job.
    if (isFilter(part) && !isFilter(culprit)) continue;
    const failing = asCarried(culprit, part);
    let pairing = pairParts(failing, part, refused);
    const bare = refused.length > 0 ? withoutRefused(failing, part, refused) : 0;
    if (bare > pairing.score) pairing = otherCall(bare);
    if (pairing.score > best.score) best = { ...pairing, part: index };
  }
  return best;
}
