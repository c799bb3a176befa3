import { NO_DESTINATION, NO_DOTNET_SDK, OLD_PYTHON } from '../../../text/known-messages.ts';
import { isModuleAlone } from '../../failures/causes/miscall.ts';
import { installsSomething } from '../../failures/correction/prepared.ts';
import { mendedBy } from '../changes/mended-by.ts';
import { code } from '../prose.ts';
import { type Shape, shortest } from './shape.ts';

/** An import in the chain that Go shows of a cycle. */
const IMPORTS = /^(?:package|\s+imports) (\S+)/gm;
const packageName = (path: string): string => code(path.split('/').at(-1)!);

/** Which packages lead back to the one that a cycle ends at. */
function cycleOf(last: string, error: string): string {
  const chain = [...error.slice(0, error.indexOf('import cycle not allowed')).matchAll(IMPORTS)].map(
    (m) => m[1]!,
  );
  const ring = chain.slice(chain.indexOf(last), -1);
  const [first, next] = [packageName(last), packageName(ring[1] ?? last)];
  if (ring.length < 2) return `${first} imports itself`;
  return ring.length > 2
    ? `${first} imports ${next}, which leads back to it`
    : `${first} and ${next} import each other`;
}

/** What builders for the Java platform and Go, and Compose, say of what they were not given. */
export const BUILDERS: readonly Shape[] = [
  {
    pattern: /^\s*imports (\S+) from \S+: import cycle not allowed/,
    say: (m, { who, open }) =>
      shortest(
        `${who}: import cycle: ${cycleOf(m[1]!, open.error)}`,
        `Import cycle: ${cycleOf(m[1]!, open.error)}`,
      ),
  },
  {
    // The line above it, which names the function, was cut off.
    pattern: /^\s*want (\(.{0,200}\))$/,
    kind: 'compile',
    say: (m, { open }) => {
      const called = /(\w+)\(/.exec(mendedBy(open)?.change?.gone ?? '')?.[1];
      return shortest(
        `${called ? code(called) : 'A function'} is called with other arguments than ${code(m[1]!)}`,
        `${called ? code(called) : 'A function'} is called with other arguments than it takes`,
      );
    },
  },
  {
    pattern: /\berror MSB4018: The "(\w{1,40})" task failed unexpectedly/,
    anyLine: true,
    say: (m, { who }) => `${who}: the SDK's own task ${code(m[1]!)} breaks, not the code`,
  },
  {
    pattern: NO_DOTNET_SDK,
    anyLine: true,
    say: (_m, { who }) => `${who} needs an SDK of .NET: this \`dotnet\` is a runtime alone`,
    remedy: () =>
      'Install the SDK, or call the `dotnet` that has one by its path (`dotnet --list-sdks` says which there are).',
  },
  {
    kind: 'missing-path',
    pattern: /\bAn error occurred trying to start process '(?:[^'\n]*[\\/])?([^'\\/\n]{1,80})' with working/,
    say: (m, { who }) => `${who} finds no program ${code(m[1]!)} to start`,
    hint: (m) => `Build it first, or run its library: ${code(`dotnet …/${m[1]}.dll`)}.`,
  },
  {
    pattern: /^! Installing (\S+) failed/,
    kind: 'environment',
    say: (m, { who }) => `${who}: ${code(m[1]!)} is built on this machine, and that fails`,
    hint: () =>
      'The log that it names says what the build lacks: mostly the headers of a library (its `-dev` package).',
  },
  {
    pattern: /\blinker [`']([\w.-]+)[`'] not found/,
    anyLine: true,
    say: (m, { who }) => `${who}: the linker ${code(m[1]!)} is not installed`,
    hint: (m, { open: { done = [] } }) => {
      if (done.some(installsSomething)) return '';
      const what =
        m[1] === 'link.exe'
          ? "Visual Studio's Build Tools with C++"
          : 'a C compiler (`build-essential`, or the command-line tools of Xcode)';
      return `Install ${what} first, or ask the user to.`;
    },
  },
  {
    pattern: /Failed building wheel for ([\w.-]+)|Failed to build ([\w.-]+)\s*$/,
    kind: 'environment',
    say: (m, { who }) =>
      `${who}: there is no wheel of ${code((m[1] ?? m[2])!)} for this Python, and building it fails`,
    hint: () =>
      'Take a version or a package that has a wheel for this Python (`pip download --only-binary :all:` says which), or install what the build needs.',
  },
  {
    pattern:
      /(?:Could not find artifact |: )[\w.-]+:([\w.-]+):(?:[\w-]+:){1,2}(\d[\w.-]*)(?: was not found in |(?<=artifact \S+))/,
    anyLine: true,
    say: (m, { program }) => `${program} finds no artifact ${code(`${m[1]}:${m[2]}`)} in its repositories`,
    hint: (_m, { open: { call, error } }) =>
      isModuleAlone(error, call.command)
        ? 'Build the modules that it needs, too: add `-am`, or `mvn install` them first.'
        : '',
  },
  {
    pattern:
      /Fatal error compiling: (?:\S+: )?(?:java\.lang\.)?(?:NoSuch|IllegalAccess|ExceptionIn)\w+\b.{0,200}\bcom[./]sun[./]tools[./]javac/,
    anyLine: true,
    say: (_m, { program }) => `${program}: an annotation processor (Lombok?) does not work with this JDK`,
    hint: () =>
      'Build with the JDK that the project is made for (`JAVA_HOME`), or raise the version of the processor.',
  },
  {
    pattern: /Cannot find a Java installation on your machine\b.{0,80}? matching: \{languageVersion=(\d+)/,
    anyLine: true,
    say: (m, { program }) =>
      `${program}: the build asks for a toolchain of Java ${m[1]}, which is not installed`,
    hint: (m) =>
      `See which there are (\`./gradlew -q javaToolchains\`): install Java ${m[1]}, or have the build ask for one of them.`,
  },
  {
    pattern: /[Ss]ervice "?([\w.-]+)"? has neither an image nor a build context/,
    anyLine: true,
    say: (m, { program }) =>
      `${program}: what it reads gives the service ${code(m[1]!)} no image and no build`,
    hint: () =>
      'A file that only adds to services needs the one with their images before it: `-f BASE.yml -f THIS.yml`.',
  },
  {
    pattern: /failed to resolve source metadata for (?:docker\.io\/(?:library\/)?)?(\S+?): .*\bnot found/,
    anyLine: true,
    say: (m, { program }) => `${program}: the registry has no image ${code(m[1]!)}`,
    hint: () => 'Name an image and a tag that the registry still has.',
  },
  {
    pattern: /could not find driver \(Connection: (\w+)/,
    anyLine: true,
    say: (m, { who }) => `${who}: this PHP has no driver for ${code(m[1]!)}`,
    hint: (m) => `Run it where PHP has one (the container of the app), or install ${code(`pdo_${m[1]}`)}.`,
  },
  {
    pattern: NO_DESTINATION,
    say: (_m, { open }) => {
      const platform = /error:(\w+ [\d.]+) is not installed/.exec(open.error)?.[1];
      return platform
        ? `\`xcodebuild\`: the platform ${code(platform)} is not installed`
        : '`xcodebuild` finds no destination for this scheme';
    },
    hint: () =>
      'Take a destination that `xcodebuild -showdestinations` lists, or install the platform (`xcodebuild -downloadPlatform iOS`).',
  },
  {
    pattern: /Allowed memory size of (\d+) bytes exhausted/,
    anyLine: true,
    say: (m, { program }) =>
      `${program} needs more memory than PHP allows (${Math.round(Number(m[1]) / 1_048_576)} MB)`,
    hint: (_m, { open: { correction } }) =>
      /memory/i.test(correction?.command ?? '')
        ? ''
        : 'Run less at once (single test files), or allow more: `php -d memory_limit=512M …`.',
  },
  {
    pattern:
      /applying object \S*?\/?([\w.-]+) \/?\S*,.{0,40}: Apply failed with \d+ conflicts?: conflicts? with \\?"([\w-]+)/,
    anyLine: true,
    say: (m, { program }) => `${program}: ${code(m[1]!)} has a field of ${code(m[2]!)}`,
    hint: () =>
      'Change what a chart manages by the chart only. Now delete that resource, or give the field back (`--force-conflicts`).',
  },
  {
    pattern: OLD_PYTHON,
    kind: 'platform',
    anyLine: true,
    say: (_m, { who }) => `${who} runs a Python before 3.10, which knows no \`X | None\``,
    remedy: () => 'Write `Optional[X]` or `Union[X, Y]`, or take an environment of Python 3.10 or later.',
  },
];
