import { escapeRegex } from '../../../triggers/escape-regex.ts';
import { onlyIn } from '../../../triggers/pattern-words.ts';
import type { SeenCall } from '../../failure-state.ts';
import { shellParts } from '../../shell/shell.ts';
import type { OpenObjection } from '../open-objection.ts';
import { chiefPart, hasPlainName, headOf, isCommon, type ObjectedCommand } from './objected-command.ts';

/** The places that a human's words name: what a command is given, and the files that an edit is on. */

/** Words are about so many commands before them. */
const COMMANDS_BEFORE = 2;
const FOLDER_ARG = /^[\w./~-]*\/[\w./-]*$/;
const bareFolder = (path: string): string => path.replace(/^\.{0,2}\/|\/+$/g, '');

/** A refused command by the folder that it looked at, where the words name another one and the next command looks there. */
export function movedPlace({ rejected, text, after }: OpenObjection): ObjectedCommand | null {
  const from = rejected?.command ? chiefPart(rejected.command) : null;
  const to = from && shellParts(after?.[0] ?? '').find(({ program }) => program === from.program);
  if (!to || !hasPlainName(from)) return null;
  const said = new Set([...text.slice(0, 500).matchAll(PLACE)].map(([, name]) => bareFolder(name!)));
  const [gone, taken] = [onlyIn(from, to), onlyIn(to, from)].map((args) =>
    args.filter((arg) => FOLDER_ARG.test(arg)),
  ) as [string[], string[]];
  const [old = '', place = ''] = [gone[0], taken[0]].map((arg) => arg && bareFolder(arg));
  if (gone.length !== 1 || taken.length !== 1 || !said.has(place)) return null;
  if (said.has(old) || place.startsWith(`${old}/`)) return null;
  const pattern = `${headOf(from)}.*\\s${escapeRegex(gone[0]!)}(?:\\s|$)`;
  return { pattern, command: from.text, line: rejected!.command };
}

const FORBIDS = /\b(?:not|never|no|stop|avoid|without)\b|n't\b|\bdont\b/i;
/** Takes files as they are: which ones, the words say. */
const ON_FILES = /^git (?:add|rm|mv|commit|restore|checkout|clean)\b|^(?:rm|mv|cp|rsync|scp|touch|tee)\b/;
const OBJECT =
  /\b(?:commit|add|push|stage|check(?:ing)? in|touch|delete|remove|copy|move|include)\s+(?:(?:the|any|our|all|your|these|those)\s+)?([\w.-]{3,})/gi;
const plain = (word: string): string => word.toLowerCase().replace(/^\.|s$/g, '');

/** The newest command on files that is given a place which the words name (`do not commit docs`); null where there is none. */
export function deniedPlace(open: OpenObjection): ObjectedCommand | null {
  if (!FORBIDS.test(open.text)) return null;
  const said = new Set([...open.text.slice(0, 500).matchAll(OBJECT)].map(([, name]) => plain(name!)));
  const lines = open.rejected?.command
    ? [open.rejected.command]
    : open.commands.slice(-COMMANDS_BEFORE).reverse();
  for (const line of lines)
    for (const part of shellParts(line)) {
      if (!ON_FILES.test(part.text)) continue;
      const names = part.args.flatMap((arg) =>
        /^[\w./-]*\/[\w./-]+$/.test(arg) ? arg.split('/').slice(0, -1) : [],
      );
      const name = names.find((each) => each.length >= 3 && said.has(plain(each)) && !isCommon(plain(each)));
      if (!name) continue;
      const pattern = `${headOf(part)}.*[\\s/]${escapeRegex(name)}/`;
      if (!open.after?.some((next) => new RegExp(pattern).test(next)))
        return { pattern, command: part.text, line };
    }
  return null;
}

const NO_EDIT =
  /\b(?:do(?:n't| not)|dont|never|should(?:n't| not)|must(?:n't| not)|stop|avoid)\b (?:ever |directly |manually )?(?:edit|modify|change|touch|alter|write to|overwrite|editing|modifying|changing|touching)\b/i;
/** Forbids to write to a place: a path with a folder, or a file that begins with a dot. */
const KEEPS_OFF = new RegExp(
  `${NO_EDIT.source}(?: [\\w']+){0,4}? [\`"']?((?:~\\/|\\.{0,2}\\/)?(?:[\\w.-]+\\/)+(?:[\\w.-]*\\w)?|\\.[a-z][\\w.-]{2,}\\w)(?![\\w/*])`,
  'i',
);

/** The place that is not to be written to, as a glob; null where the words forbid none. */
export function keptPlace(words: string): string | null {
  const found = KEEPS_OFF.exec(words.slice(0, 500))?.[1]?.replace(/^(?:~|\.{0,2})\/|\/$/g, '');
  if (found === undefined || !/[./]/.test(found)) return null;
  return /\.\w+$/.test(found) ? `**/${found}` : `**/${found}/**`;
}

const PLACE =
  /(?<![\w/.-])(?:\.{0,2}\/)?((?:[\w.-]+\/)+[\w.-]*|\.[a-z][\w.-]{2,}|[\w-]+\.[a-z]\w{0,5})(?![\w-])/g;

/** Speaks of what is run, not of what is written. */
const RUNS = /\b(?:run|execut\w*|launch\w*)\b/i;
/** A kind of file: `scss files`; a folder by its name: `the theme folder`, `generated files`. */
const KIND = /(?<![\w-])\.?([a-z]\w{0,5}) files?\b/gi;
const FOLDER = /([\w.-]{3,40}) (?:folders?|director(?:y|ies)|dirs?|files?|code)\b/gi;

/** What is not to be changed once it is there: a new one is written instead. */
const OLD_FILES =
  /\b(?:never|not|don't|dont|stop)\s+(?:to )?(?:edit|modify|change|touch|alter|rewrite|editing|modifying|changing|touching) (?:the |any |our )?(?:old|existing|past|applied|earlier|previous|committed|generated) ([a-z]{5,20})\b/i;

/** The folder of old files that the words say are not to be edited, and the edit was one of, as a glob. */
export function oldFiles(said: string, target: string): string | null {
  const kind = OLD_FILES.exec(said.slice(0, 500))?.[1]?.toLowerCase() ?? '';
  const folders = target.replaceAll('\\', '/').split('/').slice(0, -1);
  const folder = folders.find((each) => each.length >= 5 && kind.startsWith(each.toLowerCase().slice(0, -1)));
  return folder === undefined ? null : `**/${folder}/**`;
}

/** The folder, file or kind of file that the words name and the call is on, as a glob. */
export function namedPlace(said: string, about: SeenCall, correction: SeenCall | null): string | null {
  const words = said.slice(0, 500);
  // `Never edit gen/, run make gen` speaks of both.
  if (RUNS.test(words) && !NO_EDIT.test(words)) return null;
  const target = `/${about.target.replaceAll('\\', '/')}`;
  const glob = globOf(words, target);
  return glob !== null && correction && globOf(words, `/${correction.target}`) === glob ? null : glob;
}

function globOf(words: string, target: string): string | null {
  for (const [, found] of words.matchAll(PLACE)) {
    const name = found!.replace(/[./]+$/, '');
    if (name.length < 3) continue;
    if (target.endsWith(`/${name}`)) return `**/${name}`;
    if (target.includes(`/${name}/`)) return `**/${name}/**`;
  }
  for (const [, kind] of words.matchAll(KIND))
    if (target.toLowerCase().endsWith(`.${kind!.toLowerCase()}`)) return `**/*.${kind!.toLowerCase()}`;
  for (const [, name] of words.matchAll(FOLDER)) if (target.includes(`/${name}/`)) return `**/${name}/**`;
  return null;
}

const REMOVES = /^(?:rm|mv|unlink|shred|git (?:clean|checkout|restore|rm))\b/;
const ARG = /^\.?[\w./-]{3,60}$/;

/** The newest command that removes what the words name as lost: `rm -rf dist .cache`, where `.cache` held something. */
export function harmedPlace({ text, rejected, commands }: OpenObjection): ObjectedCommand | null {
  const lines = rejected?.command ? [rejected.command] : commands.slice(-COMMANDS_BEFORE).reverse();
  for (const line of lines)
    for (const part of shellParts(line)) {
      const names = REMOVES.test(part.text) ? part.args.map((arg) => arg.replace(/\/$/, '')) : [];
      const name = names.find((each) => ARG.test(each) && text.includes(each) && !isCommon(each));
      if (name === undefined) continue;
      const pattern = `${headOf(part)}.*\\s(?:\\S*\\/)?${escapeRegex(name)}(?:\\/|\\s|$)`;
      return { pattern, command: part.text, line };
    }
  return null;
}
