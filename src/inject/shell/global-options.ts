/** The options that a program takes before its subcommand: `git -C d`, `kubectl -n staging`. */

import { hasWord, rowOf } from './word-list.ts';

// Both tables are made when they are asked for: at the top of the module they would be made at every start of the hook.
let valuesMade: Record<string, string> | null = null;
let sameMade: Record<string, string> | null = null;

/** Options before the subcommand whose value is the next word, separated by blanks. */
export const globalValues = (): Record<string, string> =>
  (valuesMade ??= {
    git: '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix',
    docker: '-H --host -c --context --config -l --log-level',
    podman: '--connection -c --url --root --log-level',
    kubectl:
      '-n --namespace --context --kubeconfig --cluster -s --server --user --token -v --as --as-group --request-timeout',
    oc: '-n --namespace --context --kubeconfig',
    helm: '-n --namespace --kube-context --kubeconfig',
    terraform: '',
    tofu: '',
    npm: '--prefix -C -w --workspace --registry --loglevel --userconfig --cache',
    pnpm: '--dir -C --filter -F --reporter',
    yarn: '--cwd',
    bun: '--cwd',
    cargo: '--color --config -Z -C',
    gh: '-R --repo',
    aws: '--profile --region --output --endpoint-url --ca-bundle --query --color --cli-read-timeout --cli-connect-timeout',
    gcloud: '--project --account --configuration',
    systemctl: '-H --host -M',
    pulumi: '-C --cwd -s --stack',
  });

const TERRAFORM = 'destroy apply state taint import workspace force-unlock';

/** Subcommands that do the same wherever, and with whichever version of their program, they are run. */
const sameAnywhere = (): Record<string, string> =>
  (sameMade ??= {
    git: 'push reset clean checkout switch restore branch stash rebase commit merge tag rm filter-branch filter-repo update-ref reflog worktree gc',
    docker: 'system volume image container network builder rm rmi kill stop compose stack swarm',
    podman: 'system volume image container rm rmi kill stop pod',
    kubectl: 'delete drain cordon replace scale rollout',
    oc: 'delete drain scale rollout',
    helm: 'uninstall delete rollback upgrade',
    terraform: TERRAFORM,
    tofu: TERRAFORM,
    npm: 'publish unpublish deprecate dist-tag owner access token',
    pnpm: 'publish unpublish',
    yarn: 'publish npm',
    bun: 'publish',
    cargo: 'publish yank owner',
    gh: 'repo release secret run pr issue api',
    systemctl: 'stop disable mask kill poweroff reboot halt',
    pulumi: 'destroy up stack',
  });

/**
 * Whether a subcommand does the same wherever, and with whichever version of its program, it is run. To others, such
 * as `npm test`, the option that says where is often the very correction that a lesson asks for.
 */
export function isSameAnywhere(program: string, verb: string | undefined): boolean {
  if (verb === undefined) return false;
  if (program === 'aws' || program === 'gcloud') return /^[a-z0-9-]+$/.test(verb);
  return hasWord(rowOf(sameAnywhere(), program) ?? '', verb);
}

/** Global options that may also stand after the subcommand. */
function optionsAnywhere(program: string): string | null {
  if (program === 'kubectl') return '-n --namespace --context --kubeconfig --cluster';
  return program === 'aws' ? '--profile --region --output' : null;
}

/** The command without the options before its subcommand, where that does the same wherever it is run. */
export function withoutGlobals(words: readonly string[], program: string): readonly string[] {
  const anywhere = optionsAnywhere(program);
  const isGlobal = (word: string) => word.startsWith('-') || word.startsWith('+');
  if (anywhere === null && !isGlobal(words[1] ?? '')) return words;
  const values = rowOf(globalValues(), program);
  if (values === undefined) return words;
  let i = 1;
  while (i < words.length && isGlobal(words[i]!)) i += hasWord(values, words[i]!) ? 2 : 1;
  if (i >= words.length || !isSameAnywhere(program, words[i])) return words;
  const rest = words.slice(i);
  if (anywhere === null) return [program, ...rest];
  const kept: string[] = [];
  for (let j = 0; j < rest.length; j++) {
    if (hasWord(anywhere, rest[j]!)) j++;
    else if (!rest[j]!.includes('=') || !hasWord(anywhere, rest[j]!.split('=')[0]!)) kept.push(rest[j]!);
  }
  return [program, ...kept];
}
