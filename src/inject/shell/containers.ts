import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { type WordList, wordList } from './word-list.ts';

/** Options of `exec` whose value is the next word. */
const EXEC_VALUES = wordList(
  '-u --user -w --workdir -e --env --env-file --index -n --namespace -c --container --context -f --file -p --project-name --detach-keys',
);
/** The same of `run`. */
const RUN_VALUES = wordList(
  '-v --volume -e --env --env-file -p --publish -w --workdir -u --user -l --label -h --hostname -m --memory -c --cpu-shares ' +
    '--name --network --net --entrypoint --mount --platform --add-host --cap-add --cap-drop --cpus --device --gpus --ipc ' +
    '--link --log-driver --log-opt --pid --pull --restart --runtime --security-opt --shm-size --tmpfs --ulimit --volumes-from -f --file',
);

/**
 * What is run in a container that stays: programs of the system and shells act there as they do here; tools that an
 * image brings along are the container's own affair.
 */
export function containerExec(values: readonly string[], at: number, program: string): Inner[] {
  const exec = values.indexOf('exec', at + 1);
  if (exec < 0 || exec > at + 6) return [];
  const i = pastOptions(values, exec + 1, EXEC_VALUES);
  return inContainer(values, i + 1, `${program} exec`, SYSTEM_PROGRAMS);
}

/** What acts on a service, wherever it runs, also as the image of that name. */
const ELSEWHERE = wordList('terraform tofu terragrunt kubectl helm aws gcloud az gh');
/** Images that are called otherwise, and one that is given the folder that it works in. */
const IMAGES = new Map([
  ['aws-cli', 'aws'],
  ['azure-cli', 'az'],
  ['opentofu', 'tofu'],
  ['git', 'git'],
]);

/** What a container is started for ends with it, but for what it does elsewhere: of the rest, only what is data matters. */
export function containerRun(values: readonly string[], at: number, program: string): Inner[] {
  const run = values.indexOf('run', at + 1);
  if (run < 0 || run > at + 6) return [];
  const image = pastOptions(values, run + 1, RUN_VALUES);
  const entry = entrypoint(values.slice(run + 1, image));
  if (SHELLS.has(programName(entry)) && values[image + 1] === '-c' && image + 2 < values.length)
    return [lineAt(image + 2, `${program} run`)];
  if (entry !== '' && image + 1 < values.length)
    return [{ kind: 'script', from: image + 1, to: values.length, via: `${program} run`, program: entry }];
  const started = startedBy(values[image] ?? '');
  if (started !== '' && startedBy(values[image + 1] ?? '') === '')
    return [{ kind: 'words', from: image, to: values.length, via: `${program} run`, program: started }];
  return inContainer(values, image + 1, `${program} run`, ELSEWHERE);
}

/** What `kubectl exec`, `kubectl run` and their like run: the words behind `--`. */
export function kubectlExec(values: readonly string[], at: number, program: string): Inner[] {
  const dashes = values.indexOf('--', at + 1);
  const verb = values.slice(at + 1, Math.max(dashes, 0)).find((value) => value === 'exec' || value === 'run');
  if (verb === undefined) return [];
  return inContainer(values, dashes + 1, `${program} ${verb}`, verb === 'exec' ? SYSTEM_PROGRAMS : ELSEWHERE);
}

/** The program that an image is there for; empty for others. */
function startedBy(image: string): string {
  const name = programName(image).replace(/:[\w.-]*$/, '');
  return IMAGES.get(name) ?? (ELSEWHERE.has(name) ? name : '');
}

/** The program that a container is started with. */
function entrypoint(options: readonly string[]): string {
  const at = options.findIndex((option) => option.startsWith('--entrypoint'));
  const option = options[at];
  if (option === undefined) return '';
  return option.includes('=') ? option.slice(option.indexOf('=') + 1) : (options[at + 1] ?? '');
}

function pastOptions(values: readonly string[], from: number, withValue: WordList): number {
  let i = from;
  while (i < values.length && values[i]!.startsWith('-')) i += withValue.has(values[i]!) ? 2 : 1;
  return i;
}

function inContainer(values: readonly string[], at: number, via: string, shown: WordList): Inner[] {
  if (at >= values.length) return [];
  const kind = shown.has(programName(values[at]!)) ? 'words' : 'inside';
  return [{ kind, from: at, to: values.length, via, ...(shown === SYSTEM_PROGRAMS ? { system: true } : {}) }];
}
