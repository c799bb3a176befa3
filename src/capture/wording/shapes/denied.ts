import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { NOT_LOGGED_IN } from '../../failures/result/own-error.ts';
import { code } from '../prose.ts';
import { placeIn, type Shape } from './shape.ts';

/** What the system, a sandbox or a policy does not let a call do. */

const PATH_CHARS_MAX = 44;

const INTERPRETERS: Record<string, string> = {
  '.sh': 'bash',
  '.py': 'python3',
  '.js': 'node',
  '.rb': 'ruby',
};

const unquoted = (path: string): string => path.replace(/^[`'"‘“]|['"’”]$/g, '');

export const DENIED: readonly Shape[] = [
  {
    pattern: /permission denied: (\S+)|(\S+): Permission denied$/,
    say: (m, { who, part }) => {
      const path = unquoted((m[1] ?? m[2])!);
      const isProgram = part !== null && path.endsWith(part.program);
      const shown = path.length > PATH_CHARS_MAX ? baseName(path) : path;
      return isProgram
        ? `${code(shown)} is run, but it is not executable`
        : `${who} has no permission for ${code(path)}`;
    },
    hint: (m, { part }) => {
      const path = unquoted((m[1] ?? m[2])!);
      const by = INTERPRETERS[/\.\w+$/.exec(path)?.[0] ?? ''];
      return part !== null && path.endsWith(part.program) && by
        ? `Call it by its interpreter (${code(`${by} ${path}`)}), or give it the right to run (${code(`chmod +x ${path}`)}).`
        : '';
    },
  },
  {
    pattern:
      /failed to listen on a port|listen (?:tcp|udp|unix)\S* \S+: bind: operation not permitted|listen EPERM/,
    say: (_m, { who }) => `${who} opens a network port, which the sandbox denies`,
  },
  {
    pattern:
      /(?:lookup |resolve host:? |connecting to |ENOTFOUND |EAI_AGAIN )([\w-]+(?:\.[\w-]+)+)|no such host|name resolution|Name or service not known|nodename nor servname|Network is unreachable/i,
    kind: 'sandbox',
    say: (m, { who }) => {
      const denied = `${who} needs the network, which the sandbox denies`;
      const named = m[1] ? denied.replace('network', `network (${m[1]})`) : denied;
      return named.length > SUMMARY_CHARS_MAX ? denied : named;
    },
  },
  {
    pattern: NOT_LOGGED_IN,
    kind: 'sandbox',
    say: (_m, { who }) => `${who} does not find its login in the sandbox`,
  },
  {
    pattern: /^\s*(?:(?:self\.)?(?:socket|sock)\.bind\(|_socket\.socket\.__init__\(self, family)/,
    kind: 'sandbox',
    anyLine: true,
    say: (_m, { who }) => `${who} opens a network port, which the sandbox denies`,
  },
  {
    pattern: /[`'"]?((?:~|\.{0,2})\/[^\s`'":]+)[`'"]?: (?:operation not permitted|read-only file system)/i,
    say: (m, a) => {
      const denied = `${a.who} may not write ${placeIn(writable(m[1]!), a)}`;
      return denied.length > 55 ? denied : `${denied}: operation not permitted`;
    },
  },
  {
    pattern: /Automatic approval review failed|rejected due to unacceptable risk|Rejected\(/,
    say: (_m, { who }) => `${who} is refused by the approval policy`,
  },
  {
    pattern: /^approval policy is .{1,200}; reject command\b/,
    say: (_m, { who }) => `${who} asks for more permissions, which the approval policy never gives`,
    remedy: () => 'Ask for no escalated permissions here: make the call as the sandbox allows it.',
  },
  {
    pattern: /rejected: (?:blocked by policy|policy forbids)/i,
    say: (_m, { who }) => `${who} is blocked by the policy of the sandbox`,
  },
];

/** Folders that tell which place it is: `/Users/a/Library/Caches/x`. */
const DEPTH_MAX = 6;

/** The part of a path that stays the same: caches and locks name their files anew each time. */
function writable(path: string): string {
  const steady = path.replace(/\/(?:[0-9a-f]{2}\/)?[0-9a-f]{16,}\S*$/i, '').replace(/\/[^/]*\.lock$/, '');
  const inGit = /(?:^|\/)(\.git)(?:\/|$)/.exec(steady)?.[1];
  return inGit ?? steady.split('/').slice(0, DEPTH_MAX).join('/');
}
