import type { Wrapper } from './wrapper-table.ts';

const LXC: Wrapper = { verb: /^exec$/, after: /^--$/, operands: 1 };
const FLY: Wrapper = { verb: /^ssh$/, script: '-C --command', never: '*' };

/** Programs that run a command on another machine, or in one inside this one. */
export const REMOTE: Record<string, Wrapper> = {
  wsl: { values: '-d --distribution -u --user --cd', joined: true },
  vagrant: { verb: /^ssh$/, script: '-c --command', never: '*' },
  heroku: { verb: /^run$/, values: '-a --app -s --size', joined: true },
  autossh: { values: '-M', operands: 1, joined: true },
  lxc: LXC,
  incus: LXC,
  multipass: LXC,
  limactl: { verb: /^shell$/, operands: 1 },
  distrobox: { verb: /^enter$/, after: /^--$/, operands: 1 },
  toolbox: { verb: /^run$/, values: '-c --container' },
  fly: FLY,
  flyctl: FLY,
  colima: { verb: /^ssh$/, after: /^--$/ },
  gh: { verb: /^(?:codespace|cs)$/, after: /^--$/ },
  tailscale: { verb: /^ssh$/, operands: 1, joined: true },
  oc: { verb: /^rsh$/, values: '-c -n', operands: 1 },
  railway: { verb: /^run$/ },
  ssh: {
    values: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B -P',
    operands: 1,
    joined: true,
  },
  gcloud: { verb: /^compute$/, script: '--command', never: '*' },
  ansible: { script: '-a --args', never: '*' },
  devcontainer: { verb: /^exec$/, values: '--workspace-folder --container-id' },
};
