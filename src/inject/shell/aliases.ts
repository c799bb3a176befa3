import { gitVerb } from './wrappers.ts';

const ALIASES_MAX = 100;
const VALUE_CHARS_MAX = 2000;

/** Short names for command lines that a command line defines itself: of the shell, and of git. */
export class Aliases {
  private readonly texts = new Map<string, string>();

  /** Notices what `alias gp='git push'` and `git config alias.pf 'push --force'` define. */
  define(program: string, args: readonly string[]): void {
    if (program === 'alias') for (const arg of args) this.add(arg, '');
    if (program !== 'git' || !args.includes('config')) return;
    const name = args.findIndex((arg) => arg.startsWith('alias.'));
    if (name >= 0 && name + 1 < args.length) this.add(`${args[name]!.slice(6)}=${args[name + 1]}`, 'git ');
  }

  /**
   * What a command line stands for that begins with a short name; null where it does not.
   * @param rest what follows the short name, as it is written
   * @param from index of the first word after it
   */
  expand(values: readonly string[], rest: (from: number) => string): string | null {
    const text = this.texts.get(values[0]!);
    if (text !== undefined) return `${text} ${rest(1)}`;
    if (values[0] !== 'git') return null;
    const verb = gitVerb(values, 0);
    const name = verb < 0 ? '' : values[verb]!;
    const value =
      this.texts.get(`git ${name}`) ?? (verb > 1 ? givenAlias(values.slice(1, verb), name) : undefined);
    if (value === undefined) return null;
    return `${value.startsWith('!') ? value.slice(1) : `git ${value}`} ${rest(verb + 1)}`;
  }

  private add(definition: string, prefix: string): void {
    const equals = definition.indexOf('=');
    const text = definition.slice(equals + 1);
    if (equals > 0 && text.length <= VALUE_CHARS_MAX && this.texts.size < ALIASES_MAX)
      this.texts.set(`${prefix}${definition.slice(0, equals)}`, text);
  }
}

/** `git -c alias.NAME=VALUE NAME`. */
function givenAlias(options: readonly string[], name: string): string | undefined {
  const start = `alias.${name}=`;
  return options.find((option) => option.startsWith(start))?.slice(start.length);
}
