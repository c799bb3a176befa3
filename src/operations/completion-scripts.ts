/** What a shell offers for one command. */
export interface CompletedCommand {
  words: string[];
  summary: string;
  flags: string[];
  /** Whether it takes a file or a folder. */
  files: boolean;
}

const firstWords = (commands: CompletedCommand[]) => [
  ...new Set(commands.map((command) => command.words[0]!)),
];

/** Second words by first word, for commands of two words. */
function secondWords(commands: CompletedCommand[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { words } of commands) {
    const [first, second] = words;
    if (first !== undefined && second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function bash(commands: CompletedCommand[]): string {
  const cases = [...secondWords(commands)].map(
    ([first, seconds]) => `    ${first}) more=${quote(seconds.join(' '))} ;;`,
  );
  const flags = commands.map(
    ({ words, flags: own, files }) =>
      `    ${quote(words.join(' '))}) flags=${quote(own.join(' '))}${files ? ' files=yes' : ''} ;;`,
  );
  return `# Completion of lessons for bash.
_lessons() {
  local current=\${COMP_WORDS[COMP_CWORD]} more='' flags='' files='' first=\${COMP_WORDS[1]-} second=\${COMP_WORDS[2]-}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote(`${firstWords(commands).join(' ')} --help --version`)} -- "$current"))
    return
  fi
  case "$first" in
${cases.join('\n')}
    *) ;;
  esac
  case "$first $second" in
${flags.filter((_, index) => commands[index]!.words.length > 1).join('\n')}
    *) case "$first" in
${flags
  .filter((_, index) => commands[index]!.words.length === 1)
  .map((line) => `  ${line}`)
  .join('\n')}
      esac ;;
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$more" ]; then
    COMPREPLY=($(compgen -W "$more" -- "$current"))
  fi
  if [[ "$current" != -* ]] && [ -n "$files" ]; then
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _lessons lessons
`;
}

export function zsh(commands: CompletedCommand[]): string {
  const seconds = secondWords(commands);
  const single = commands.filter(({ words }) => words.length === 1);
  const described = firstWords(commands).map((word) => {
    const own = single.find(({ words }) => words[0] === word);
    const text = own?.summary ?? `${word} ${(seconds.get(word) ?? []).join(', ')}`;
    return `    ${quote(`${word}:${text.replaceAll(':', '\\:')}`)}`;
  });
  const flags = commands.map(
    ({ words, flags: own, files }) =>
      `    ${quote(words.join(' '))}) flags=(${own.join(' ')})${files ? ' files=yes' : ''} ;;`,
  );
  const more = [...seconds].map(([first, all]) => `    ${first}) more=(${all.join(' ')}) ;;`);
  return `#compdef lessons
# Completion of lessons for zsh.
_lessons() {
  local -a commands flags more
  local files=''
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${more.join('\n')}
  esac
  case "\${words[2]} \${words[3]-}" in
${flags.filter((_, index) => commands[index]!.words.length > 1).join('\n')}
  esac
  if (( ! \${#flags} )); then
    case "\${words[2]}" in
${flags.filter((_, index) => commands[index]!.words.length === 1).join('\n')}
    esac
  fi
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $flags
  else
    (( CURRENT == 3 )) && compadd -- $more
    [ -n "$files" ] && _files
  fi
}
if [ "\${funcstack[1]-}" = '_lessons' ]; then _lessons "$@"; else compdef _lessons lessons; fi
`;
}

/** Whether the words after the program's name begin with those given. */
const FISH_TYPED = `function __lessons_typed
  set -l typed (commandline -opc)
  set -e typed[1]
  test "$typed[1..$(count $argv)]" = "$argv"
end`;

export function fish(commands: CompletedCommand[]): string {
  const lines = ['# Completion of lessons for fish.', FISH_TYPED, 'complete -c lessons -f'];
  const seconds = secondWords(commands);
  const single = commands.filter(({ words }) => words.length === 1);
  for (const word of firstWords(commands)) {
    const summary =
      single.find(({ words }) => words[0] === word)?.summary ?? (seconds.get(word) ?? []).join(', ');
    lines.push(`complete -c lessons -n __fish_use_subcommand -f -a ${word} -d ${quote(summary)}`);
  }
  for (const { words, summary, flags, files } of commands) {
    const [first = '', second] = words;
    if (second !== undefined) {
      const isNext = `__lessons_typed ${first}; and test (count (commandline -opc)) -eq 2`;
      lines.push(`complete -c lessons -n '${isNext}' -a ${second} -d ${quote(summary)}`);
    }
    const others = second === undefined ? (seconds.get(first) ?? []) : [];
    const condition = [
      `__lessons_typed ${words.join(' ')}`,
      ...others.map((other) => `not __lessons_typed ${first} ${other}`),
    ].join('; and ');
    if (files) lines.push(`complete -c lessons -n '${condition}' -F`);
    for (const flag of flags)
      lines.push(`complete -c lessons -n '${condition}' -l ${flag.replace(/^--/, '')}`);
  }
  return `${lines.join('\n')}\n`;
}

export function powershell(commands: CompletedCommand[]): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = commands.map(
    ({ words, flags }) => `    ${text(words.join(' '))} = @(${flags.map(text).join(', ')})`,
  );
  return `# Completion of lessons for PowerShell.
Register-ArgumentCompleter -Native -CommandName lessons -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $flags = @{
${rows.join('\n')}
  }
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $plain = @($typed | Where-Object { -not $_.StartsWith('-') })
  $offered = if ($plain.Count -eq 0) {
    $flags.Keys | ForEach-Object { ($_ -split ' ')[0] }
  } else {
    $two = if ($plain.Count -gt 1) { "$($plain[0]) $($plain[1])" } else { '' }
    if ($two -ne '' -and $flags.ContainsKey($two)) { $flags[$two] } else {
      $flags[$plain[0]]
      $flags.Keys | Where-Object { $_ -like "$($plain[0]) *" } | ForEach-Object { ($_ -split ' ')[1] }
    }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | Sort-Object -Unique | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
