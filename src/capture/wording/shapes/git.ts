import type { OpenFailure } from '../../failure-state.ts';
import { code, placeName } from '../prose.ts';
import { placeIn, type Shape, shortest } from './shape.ts';

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
      const path = found ? code(placeName(found, open.call.cwd)) : '';
      const isSource = part.args.some((arg) => found && arg.startsWith(`${found}/`) && SOURCE.test(arg));
      return isSource || isWanted(open)
        ? `If it is to be kept, mend the line of .gitignore that meets ${path || 'it'}; \`git add -f\` adds it past that line, which goes on to hide what is new there.`
        : `Leave ${path || 'them'} out, as .gitignore does; what is to be kept all the same is added with \`git add -f\`.`;
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
];
