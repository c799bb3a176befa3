import type { Wrapper } from './wrapper-table.ts';

/** How the runner of a project's own tools runs a command; undefined for any other program. */
export function runnerOf(program: string): Wrapper | undefined {
  switch (program) {
    case 'npx':
      return { environment: true, values: '-p --package', script: '-c --call' };
    case 'bunx':
    case 'corepack':
    case 'k3s':
    case 'microk8s':
      return { environment: true };
    case 'pnpm':
      return { verb: /^(?:exec|dlx)$/, environment: true };
    case 'yarn':
      return { verb: /^(?:exec|dlx|run)$/, environment: true };
    case 'npm':
      return { verb: /^(?:exec|x)$/, environment: true, script: '-c --call' };
    case 'uv':
      return { verb: /^run$/, values: '--with -p --python --project', environment: true };
    case 'poetry':
    case 'pipenv':
    case 'pdm':
    case 'rye':
    case 'hatch':
    case 'pixi':
    case 'devbox':
      return { verb: /^run$/, environment: true };
    case 'conda':
    case 'mamba':
      return { verb: /^run$/, values: '-n --name -p --prefix', environment: true };
    case 'volta':
      return { verb: /^run$/, values: '--node --npm --yarn --pnpm', environment: true };
    case 'fnm':
      return { verb: /^exec$/, values: '--using', environment: true };
    case 'nvm':
    case 'n':
      return {
        verb: /^(?:exec|run)$/,
        optional: /^(?:v?\d[\w.]*|node|stable|system|lts(?:\/\S+)?)$/,
        environment: true,
      };
    case 'nodenv':
    case 'bundle':
    case 'rbenv':
    case 'pyenv':
    case 'asdf':
      return { verb: /^exec$/, environment: true };
    case 'lerna':
      return { verb: /^exec$/, values: '--scope --ignore', environment: true };
    case 'mise':
      return { verb: /^(?:exec|x)$/, after: /^--$/, environment: true };
    case 'nix':
      return { verb: /^(?:develop|shell)$/, after: /^(?:-c|--command|--)$/, environment: true };
    default:
      return undefined;
  }
}
