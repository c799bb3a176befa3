/**
 * The options that a program takes before its subcommand: `git -C d`, `kubectl -n staging`. Tables are functions:
 * each is made only when it is asked for.
 */

import { hasWord } from './word-list.ts';

/** Options before the subcommand whose value is the next word, separated by blanks. */
function globalValues(program: string): string | undefined {
  switch (program) {
    case 'git':
      return '-C -c --git-dir --work-tree --namespace --exec-path --config-env';
    case 'docker':
      return '-H --host -c --context --config -l --log-level';
    case 'podman':
      return '--connection -c --url --root --log-level';
    case 'kubectl':
      return '-n --namespace --context --kubeconfig --cluster -s --server --user --token -v --as --as-group --request-timeout';
    case 'oc':
      return '-n --namespace --context --kubeconfig';
    case 'helm':
      return '-n --namespace --kube-context --kubeconfig';
    case 'terraform':
    case 'tofu':
      return '';
    case 'npm':
      return '--prefix -C -w --workspace --registry --loglevel --userconfig --cache';
    case 'pnpm':
      return '--dir -C --filter -F --reporter';
    case 'yarn':
    case 'bun':
      return '--cwd';
    case 'cargo':
      return '--color --config -Z -C';
    case 'gh':
      return '-R --repo';
    case 'aws':
      return '--profile --region --output';
    case 'gcloud':
      return '--project --account --configuration';
    case 'systemctl':
      return '-H --host -M';
    case 'pulumi':
      return '-C --cwd -s --stack';
    default:
      return undefined;
  }
}

/**
 * Whether a subcommand does the same wherever, and with whichever version of its program, it is run. To others, such
 * as `npm test`, the option that says where is often the very correction that a lesson asks for.
 */
export function isSameAnywhere(program: string, verb: string | undefined): boolean {
  if (verb === undefined) return false;
  switch (program) {
    case 'git':
      return hasWord(
        'push reset clean checkout switch restore branch stash rebase commit merge tag rm filter-branch filter-repo update-ref reflog worktree gc',
        verb,
      );
    case 'docker':
      return hasWord(
        'system volume image container network builder rm rmi kill stop compose stack swarm',
        verb,
      );
    case 'podman':
      return hasWord('system volume image container rm rmi kill stop pod', verb);
    case 'kubectl':
      return hasWord('delete drain cordon replace scale rollout', verb);
    case 'oc':
      return hasWord('delete drain scale rollout', verb);
    case 'helm':
      return hasWord('uninstall delete rollback upgrade', verb);
    case 'terraform':
    case 'tofu':
      return hasWord('destroy apply state taint import workspace force-unlock', verb);
    case 'npm':
      return hasWord('publish unpublish deprecate dist-tag owner access token', verb);
    case 'pnpm':
      return hasWord('publish unpublish', verb);
    case 'yarn':
      return hasWord('publish npm', verb);
    case 'bun':
      return verb === 'publish';
    case 'cargo':
      return hasWord('publish yank owner', verb);
    case 'gh':
      return hasWord('repo release secret run pr issue api', verb);
    case 'aws':
    case 'gcloud':
      return /^[a-z0-9-]+$/.test(verb);
    case 'systemctl':
      return hasWord('stop disable mask kill poweroff reboot halt', verb);
    case 'pulumi':
      return hasWord('destroy up stack', verb);
    default:
      return false;
  }
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
  const values = globalValues(program);
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
