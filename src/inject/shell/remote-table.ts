import type { Wrapper } from './wrapper-table.ts';

/** Programs that run a command on another machine, or in one inside this one. */
export function remoteWrapper(program: string): Wrapper | undefined {
  switch (program) {
    case 'wsl':
      return { values: '-d --distribution -u --user --cd', joined: true };
    case 'vagrant':
      return { verb: /^ssh$/, script: '-c --command', never: '*' };
    case 'heroku':
      return { verb: /^run$/, values: '-a --app -s --size', joined: true };
    case 'autossh':
      return { values: '-M', operands: 1, joined: true };
    case 'lxc':
    case 'incus':
    case 'multipass':
      return { verb: /^exec$/, after: /^--$/, operands: 1 };
    case 'limactl':
      return { verb: /^shell$/, operands: 1 };
    case 'distrobox':
      return { verb: /^enter$/, after: /^--$/, operands: 1 };
    case 'toolbox':
      return { verb: /^run$/, values: '-c --container' };
    case 'fly':
    case 'flyctl':
      return { verb: /^ssh$/, script: '-C --command', never: '*' };
    case 'colima':
      return { verb: /^ssh$/, after: /^--$/ };
    case 'gh':
      return { verb: /^(?:codespace|cs)$/, after: /^--$/ };
    case 'tailscale':
      return { verb: /^ssh$/, operands: 1, joined: true };
    case 'oc':
      return { verb: /^rsh$/, values: '-c -n', operands: 1 };
    case 'railway':
      return { verb: /^run$/ };
    case 'ssh':
      return {
        values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B -P',
        operands: 1,
        joined: true,
      };
    case 'gcloud':
      return { verb: /^compute$/, script: '--command', never: '*' };
    case 'ansible':
      return { script: '-a --args', never: '*' };
    case 'devcontainer':
      return { verb: /^exec$/, values: '--workspace-folder --container-id' };
    default:
      return undefined;
  }
}
