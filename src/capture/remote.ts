import type { ShellPart } from './shell.ts';

/** A line that does nothing there but look. */
const LOOKS =
  /^(?:cd [^\s;&]+ ?(?:&&|;) ?)?(?:sudo )?(?:ls|cat|head|tail|grep|find|stat|ps|pwd|which|journalctl|systemctl (?:status|cat|is-\w+|list-\S+)|docker (?:ps|logs|inspect|images)|pm2 (?:ls|list|logs|status)|git (?:log|status|branch))\b[^;&]*$/;

/** True where a part only looks at something on another machine: `ssh host 'ls /srv'`. */
export function looksRemotely(part: ShellPart | null | undefined): boolean {
  if (!part || (part.program !== 'ssh' && part.program !== 'wsl')) return false;
  const line = part.args.find((arg) => arg.includes(' ')) ?? part.args.slice(-2).join(' ');
  return LOOKS.test(line.slice(0, 600));
}
