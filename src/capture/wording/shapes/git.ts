import { baseName, normalisePath } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { isTooEarly } from '../../failures/causes/git-lock.ts';
import { folderOf } from '../../failures/correction/call-settings.ts';
import { isRemote } from '../../shell/remote.ts';
import { code, cut, firstFit, placeName } from '../prose.ts';
import { ONE_AFTER_THE_OTHER } from './places.ts';
import { type Account, placeIn, type Shape, shortest } from './shape.ts';

const FORCES = /\bforce[- ]?add|\bgit add (?:-f|--force)\b|\bwith `(?:-f|--force)`/i;
const ADDS_IGNORED = /\bgit\b.{0,40} add\b.{0,80} (?:-f|--force)(?=\s|$)/;
const ASKS = /\boptions\b|\?/i;

/** True where the agent then says that it adds it all the same, or mends .gitignore. */
const isWanted = ({ after, edits, correction }: OpenFailure): boolean =>
  ADDS_IGNORED.test(correction?.command ?? '') ||
  (FORCES.test(after) && !ASKS.test(after)) ||
  edits.some(({ file }) => file.endsWith('.gitignore'));

/** Code that is named by itself is to be kept: the line that meets its folder means something else. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|go|py|rs|rb|java|kts?|c|cc|cpp|h|hpp|cs|swift|php|scala|ex|exs|lua|vue|svelte)$/;

const IGNORED_PATH = /ignored by one of your \.gitignore files:\s+(\S{1,80})/;

/** The command of a line that sets changes aside before it and takes them out after it; empty for others. */
const writtenBetween = (command: string): string => SET_ASIDE.exec(command)?.[1]?.replace(/ \d$/, '') ?? '';
const SET_ASIDE =
  /\bgit stash(?: push)?(?: -[-\w]+)*\s*(?:&&|;)\s*(\S+(?: [\w:.-]+)*).*(?:;|&&|\|\|)\s*git stash (?:pop|apply)\b/s;

const SETS_UPSTREAM = /git push --set-upstream ([\w.-]+) /;

/** A path in ever shorter forms. */
const shorter = (path: string, cwd: string | null): string[] => {
  const whole = path.replace(/\/+$/, '');
  return [whole, placeName(whole, cwd), whole.split('/').slice(-2).join('/'), baseName(whole)];
};

/** True where the place that git names is not the folder that the command runs in. */
const isElsewhere = (place: string | undefined, { open }: Account): boolean =>
  place !== undefined && open.call.cwd !== null && place !== open.call.cwd;

/** What holds for the folder that a command ran in, as a summary: which folder, where it is not that of the session. */
function saidOfFolder(said: string, { open: { call }, part }: Account): string {
  const at = part?.program === 'git' ? part.args.indexOf('-C') : -1;
  const given = part && at >= 0 ? part.args[at + 1]! : folderOf(call, part);
  const cwd = call.cwd ?? '';
  const folder = normalisePath(/^[/~$]|^[A-Za-z]:/.test(given) ? given : `${cwd}/${given}`);
  if (given === '' || folder === normalisePath(cwd)) return `${said} here`;
  return shortest(
    `${said} in ${code(placeName(folder, cwd))}`,
    `${said} in ${code(baseName(folder))}`,
    `${said} there`,
  );
}

/** What git refuses for the state of the work at hand. */
export const GIT: readonly Shape[] = [
  {
    pattern: /paths are ignored by one of your \.gitignore/,
    say: (_m, { part, who }) =>
      part?.program === 'git'
        ? `${who} refuses paths that .gitignore excludes`
        : `${who}: its \`git add\` refuses paths that .gitignore excludes`,
    hint: (_m, { open, part }) => {
      if (part?.program !== 'git') return '';
      const found = IGNORED_PATH.exec(open.error)?.[1];
      const isSource = part.args.some((arg) => found && arg.startsWith(`${found}/`) && SOURCE.test(arg));
      return isSource || isWanted(open)
        ? 'Where an ignored path is to be kept, mend the line of .gitignore that meets it; `git add -f` adds it past that line, which goes on to hide what is new there.'
        : 'Leave ignored paths out, as .gitignore does; what is to be kept all the same is added with `git add -f`.';
    },
  },
  {
    pattern: /has no upstream branch/,
    say: () => '`git push` fails: the branch has no upstream yet',
    remedy: (_m, { open }) =>
      `Push a new branch with \`git push -u ${SETS_UPSTREAM.exec(open.error)?.[1] ?? 'origin'} HEAD\`: from then on \`git push\` alone does.`,
  },
  {
    pattern: /local changes to the following files would be overwritten by (\w+):\s*(\S+)?/,
    say: (m, a) => {
      const writer = writtenBetween(a.open.call.command);
      return writer !== '' && /stash/.test(a.who)
        ? shortest(
            `${a.who} is blocked by what ${code(writer)} wrote between`,
            `${a.who} is blocked by what was written since \`git stash\``,
          )
        : `${a.who} would overwrite local changes${m[2] ? ` of ${placeIn(m[2], a)}` : ''}`;
    },
    hint: (m, { who }) =>
      /stash/.test(who)
        ? `Take back what was written since (${code(`git checkout -- ${m[2] ?? 'FILE'}`)}), then take the stash out again; do not drop it, for nothing else holds the work.`
        : 'Commit the changes, or set them aside first (`git stash`).',
  },
  {
    pattern: /cannot [\w -]{3,20}: (?:you have|your index contains) (unstaged|uncommitted) changes/i,
    say: (m, { who }) => `${who} is started with ${m[1]!.toLowerCase()} changes`,
  },
  {
    pattern: /could not read (?:Username|Password) for [`'"](\w+:\/\/(?:[^@`'"]*@)?[^`'"\s]+)/i,
    say: (m, { part }) =>
      `\`git\` has no credentials for ${code(m[1]!)}${isRemote(part) ? ' on the other machine' : ''}`,
  },
  {
    pattern: /ambiguous argument [`'"]([^`'"]+)[`'"]: unknown revision/,
    say: (m, { open, who }) =>
      firstFit(
        shorter(m[1]!, open.call.cwd).map(
          (path) => `${who} is given ${code(path)}, which is no revision or path here`,
        ),
        [`${who} is given a path that is none here`],
      ),
  },
  {
    pattern: /pathspec [`'"]([^`'"]+)[`'"] did not match/,
    say: (m, { open, who }) =>
      firstFit(
        shorter(m[1]!, open.call.cwd).map((path) =>
          /checkout|switch|restore/.test(who)
            ? `${who} is given ${code(path)}, which is no branch or file here`
            : `${who}: no file matches ${code(path)} from where the shell is`,
        ),
        [`${who}: no file matches what it is given from where the shell is`],
      ),
  },
  {
    pattern:
      /Cannot delete branch [`'"]([^`'"]+)[`'"] (?:checked out|used by worktree) at(?: [`'"]([^`'"\n]+))?/i,
    say: (m, a) =>
      `${a.who} is to delete the branch checked out${isElsewhere(m[2], a) ? ' in another worktree' : ' here'}, ${code(cut(m[1]!, 40))}`,
    remedy: (m, a) =>
      isElsewhere(m[2], a)
        ? 'Remove that worktree first (`git worktree list`, `git worktree remove PATH`), then delete the branch.'
        : 'Look which branch is checked out (`git branch --show-current`); switch to another one to delete it.',
  },
  {
    pattern: /^fatal: '([\w.-]+)' does not appear to be a git repository/,
    say: (m, a) => saidOfFolder(`${a.who}: there is no remote ${code(m[1]!)}`, a),
    hint: () => 'Take a remote that `git remote -v` lists, or add one: `git remote add NAME URL`.',
  },
  {
    pattern: /nothing (?:added )?to commit|no changes added to commit/,
    anyLine: true,
    say: (m, { who, part, open }) =>
      isTooEarly(open)
        ? `${who} is started beside \`git add\`, before anything is staged`
        : part?.program === 'git'
          ? `${who}: ${m[0].startsWith('nothing to') ? 'nothing has changed since the last commit' : 'nothing is staged'}`
          : `${who}: nothing to commit`,
    remedy: (_m, { open }) => (isTooEarly(open) ? ONE_AFTER_THE_OTHER : ''),
    hint: (m, { part }) =>
      part?.program === 'git' && m[0] === 'nothing to commit'
        ? 'Look first what there is to commit (`git status --short`, `git log -1`): it may be in a commit already.'
        : '',
  },
];
