/** Ways of writing a command line that hide its exit status, as agents write them. */

export interface Form {
  name: string;
  write: (command: string, chance: () => number) => string;
}

const pick = <T>(of: T[], chance: () => number): T => of[Math.floor(chance() * of.length)]!;

export const PLAIN: Form = { name: 'plain', write: (command) => command };

/** Each ends with 0 whatever the command did. */
export const HIDING: Form[] = [
  { name: 'tail', write: (it, chance) => `${it} 2>&1 | tail -${pick([3, 5, 10, 20, 30], chance)}` },
  { name: 'head', write: (it, chance) => `${it} 2>&1 | head -${pick([5, 10, 20, 40], chance)}` },
  { name: 'filter', write: (it) => `${it} 2>&1 | grep -v -i warning` },
  { name: 'tee', write: (it) => `${it} 2>&1 | tee /tmp/out.log` },
  {
    name: 'echo',
    write: (it, chance) => `${it}; echo ${pick(['done', '"---"', '"=== finished ==="'], chance)}`,
  },
  {
    name: 'status',
    write: (it, chance) => `${it}; echo "${pick(['exit: $?', 'EXIT=$?', 'rc=$?'], chance)}"`,
  },
  {
    name: 'next',
    write: (it, chance) =>
      `${it}; ${pick(['ls', 'pwd', 'date +%Y', 'git status --short | head -3'], chance)}`,
  },
  { name: 'true', write: (it, chance) => `${it}${pick([' || true', ' 2>&1 || true'], chance)}` },
  {
    name: 'log',
    write: (it, chance) =>
      `${it} > /tmp/run.log 2>&1; ${pick(['tail -20 /tmp/run.log', 'cat /tmp/run.log'], chance)}`,
  },
  { name: 'background', write: (it) => `${it} > /tmp/run.log 2>&1 & sleep 3; cat /tmp/run.log` },
  { name: 'section', write: (it) => `echo "== run"; ${it} 2>&1 | tail -8; echo "== files"; ls` },
  { name: 'joined', write: (it) => `cd . && ${it} 2>&1 | tail -5 && ls` },
];

/** What stands in several parts cannot take each form. */
export const takesForms = (command: string): boolean =>
  !/[\n;]|(?<![&>])&(?![&\d])|<<|=\$\(|^for |^if /.test(command);
