/** Which words say what a text is about. Pure. */

const LETTERS_MIN = 4;

/**
 * Programs that lessons are about. One of them in a prompt and in few lessons may be enough, so names that are also
 * everyday words (make, go, find, node) are not among them.
 */
const TOOLS = new Set(
  (
    'git npm npx pnpm pip pip3 uv gcc clang cmake bun deno nodejs yarn cargo rustc rustup javac mvn maven gradle sbt tsc ' +
    'jest vitest curl wget ssh scp rsync sed awk jq rg ripgrep grep bash zsh sudo apt dnf apk brew homebrew docker podman ' +
    'helm kubectl aws gcloud az gh svn hg vim nano tmux psql postgres mysql sqlite redis mongodb php rubygems rake perl lua ' +
    'pytest tox nox mypy ruff flake8 eslint prettier biome webpack rollup swc esbuild xcodebuild adb flutter terraform ansible ' +
    'vagrant bazel meson conda mamba poetry pipenv pdm nvm fnm volta turbo nx lerna playwright cypress selenium systemctl'
  ).split(' '),
);
/** Short words that are worth a search, though they do not decide alone. */
const SHORT_TERMS = new Set('sql css yml xml csv pdf api tls ssl dns tcp jwt orm cli sdk ci env'.split(' '));

/** Of as many letters as a keyword has at least. */
export const STOP_WORDS = new Set(
  (
    'about above actually added adding after again against almost already also although always another anything ' +
    'around asked away back because been before being below best better between both bring call cannot change changed ' +
    'changes check clear come complete could create current currently different does doing done down during each ' +
    'either else even ever every everything example exactly explain fail failed file files find first fine following ' +
    'from full further gets getting give given goes going good great have having hello help here hers however into ' +
    'instead issue itself just keep kind know last later least less like line list little long look looking made make makes ' +
    'making many maybe mean might more most much must name names need needed needs never next nice nothing okay once only open ' +
    'other others over part please possible probably problem project question quite rather read really right running ' +
    'said same says seem seems should show simple since small some someone something still stop such sure take task ' +
    'tell than thank thanks that their them then there these they thing things think this those though through time ' +
    'together told took tried trying turn under understand until update updated upon used using very want wanted well ' +
    'went were what when where whether which while whole will with within without wont work working works would write ' +
    'writing wrong your yours code implement implementation fixed fixes'
  ).split(' '),
);

/** Starts of prompts that a program wrote, not a person. */
const NOT_HUMAN =
  /^\s*(?:<(?:(?:task|agent|teammate|cross-session)-(?:notification|message)|command-(?:name|message|args)|(?:local-command|bash)-(?:input|stdout|stderr|caveat)|system-reminder|user-prompt-submit-hook|(?:environment|hook)_context|user_instructions|INSTRUCTIONS)\b|Caveat: The messages below|This session is being continued from|\[Request interrupted|Stop hook feedback:|\[lessons-learned)/i;

/** False for an empty prompt, a notification, a command's body and whatever else a client sends in the user's place. */
export function isHumanPrompt(prompt: string): boolean {
  if (prompt.trim() === '') return false;
  return !NOT_HUMAN.test(prompt.slice(0, 400));
}

/** True for a name that counts as a keyword however short. */
export function isToolName(word: string): boolean {
  return TOOLS.has(word.toLowerCase());
}

/** Whether a lower-case word says what a sentence is about, and not only how it is said. */
export function isTellingWord(word: string): boolean {
  return TOOLS.has(word) || SHORT_TERMS.has(word) || (letters(word) >= LETTERS_MIN && !STOP_WORDS.has(word));
}

function letters(token: string): number {
  return token.match(/\p{L}/gu)?.length ?? 0;
}
