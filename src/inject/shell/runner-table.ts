import type { WrapperTable } from './wrapper-table.ts';

/** How the runners of a project’s own tools run a command. */
export const RUNNERS: WrapperTable = {
  npx: '@ -p --package $-c $--call',
  'bunx corepack k3s microk8s': '@',
  pnpm: '.exec .dlx @',
  yarn: '.exec .dlx .run @',
  npm: '.exec .x $-c $--call @',
  uv: '.run --with -p --python --project @',
  'poetry pipenv pdm rye hatch pixi devbox': '.run @',
  'conda mamba': '.run -n --name -p --prefix @',
  volta: '.run --node --npm --yarn --pnpm @',
  fnm: '.exec --using @',
  'nvm n': '.exec .run ?node ?stable ?system @',
  'nodenv bundle rbenv pyenv asdf': '.exec @',
  lerna: '.exec --scope --ignore @',
  mise: '.exec .x >-- @',
  devenv: '.shell @',
  nix: '.develop .shell >-c >--command >-- @',
};
