import { wordList } from './word-list.ts';

export const SHELLS = wordList(
  'sh bash zsh dash ksh ash mksh rbash fish csh tcsh nu $SHELL ${SHELL} ${SHELL:-bash} $BASH ${BASH}',
);

/** What no project or image brings along in a version of its own, so that it is the same inside `poetry run` and the like. */
export const SYSTEM_PROGRAMS = wordList(
  'git rm chmod chown dd docker docker-compose podman kubectl helm terraform tofu aws gcloud az gh psql mysql mariadb sqlite3 mongosh redis-cli dropdb sh bash zsh dash env sudo shutdown reboot',
);

/** Name of a program without its folder, without `.exe` and without the version of `npx prisma@5`. */
export function programName(word: string): string {
  if (word.length > 400) return word.slice(0, 400);
  const slash = Math.max(
    word.lastIndexOf('/'),
    word.includes('\\') && /^[A-Za-z]:\\|^\\\\|^\.\\/.test(word) ? word.lastIndexOf('\\') : -1,
  );
  const name = slash >= 0 && slash < word.length - 1 ? word.slice(slash + 1) : word;
  const plain = name.at(-4) === '.' ? name.replace(/\.(?:exe|cmd)$/i, '') : name;
  return plain.includes('@') ? plain.replace(/(?<=^[A-Za-z][\w.-]{0,60})@[\w.^~*-]+$/, '') : plain;
}
