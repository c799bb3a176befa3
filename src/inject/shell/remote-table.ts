import type { WrapperTable } from './wrapper-table.ts';

/** Programs that run a command on another machine, or in one inside this one. */
export const REMOTE: WrapperTable = {
  wsl: '-d --distribution -u --user --cd ~',
  vagrant: '.ssh $-c $--command :',
  'heroku scalingo': '.run -a --app -s --size ~',
  autossh: '-M 1 ~',
  'lxc incus multipass': '.exec >-- 1',
  pct: '.exec 1',
  limactl: '.shell 1',
  machinectl: '.shell -E 1',
  'systemd-nspawn': '-D --directory -M --machine -i --image -u --user --bind',
  distrobox: '.enter >-- 1',
  toolbox: '.run -c --container',
  'fly flyctl': '.ssh $-C $--command :',
  colima: '.ssh >--',
  gh: '.codespace .cs >--',
  tailscale: '.ssh 1 ~',
  oc: '.rsh -c -n 1',
  railway: '.run',
  adb: '.shell -s -P -H -t ~',
  ssh: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B -P 1 ~',
  'pdsh pssh parallel-ssh clush': '-w -H -h -l -p -o -e -t -x -O -g -f -u ~',
  salt: '>cmd.run >cmd.shell ~',
  gcloud: '.compute $--command :',
  ansible: '$-a $--args :',
  devcontainer: '.exec --workspace-folder --container-id',
};
