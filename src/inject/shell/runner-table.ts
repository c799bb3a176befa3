import type { Wrapper } from './wrapper-table.ts';

const ANY: Wrapper = { environment: true };
const RUN: Wrapper = { verb: /^run$/, environment: true };
const CONDA: Wrapper = { verb: /^run$/, values: '-n --name -p --prefix', environment: true };
const NVM: Wrapper = {
  verb: /^(?:exec|run)$/,
  optional: /^(?:v?\d[\w.]*|node|stable|system|lts(?:\/\S+)?)$/,
  environment: true,
};
const EXEC: Wrapper = { verb: /^exec$/, environment: true };

/** How the runners of a project’s own tools run a command. */
export const RUNNERS: Record<string, Wrapper> = {
  npx: { environment: true, values: '-p --package', script: '-c --call' },
  bunx: ANY,
  corepack: ANY,
  k3s: ANY,
  microk8s: ANY,
  pnpm: { verb: /^(?:exec|dlx)$/, environment: true },
  yarn: { verb: /^(?:exec|dlx|run)$/, environment: true },
  npm: { verb: /^(?:exec|x)$/, environment: true, script: '-c --call' },
  uv: { verb: /^run$/, values: '--with -p --python --project', environment: true },
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  rye: RUN,
  hatch: RUN,
  pixi: RUN,
  devbox: RUN,
  conda: CONDA,
  mamba: CONDA,
  volta: { verb: /^run$/, values: '--node --npm --yarn --pnpm', environment: true },
  fnm: { verb: /^exec$/, values: '--using', environment: true },
  nvm: NVM,
  n: NVM,
  nodenv: EXEC,
  bundle: EXEC,
  rbenv: EXEC,
  pyenv: EXEC,
  asdf: EXEC,
  lerna: { verb: /^exec$/, values: '--scope --ignore', environment: true },
  mise: { verb: /^(?:exec|x)$/, after: /^--$/, environment: true },
  devenv: { verb: /^shell$/, environment: true },
  nix: { verb: /^(?:develop|shell)$/, after: /^(?:-c|--command|--)$/, environment: true },
};
