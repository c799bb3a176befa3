import type { CompletedCommand } from './offers.ts';
import {
  askedFor,
  casePattern,
  firstWords,
  flagsOf,
  type Place,
  placesOf,
  quote,
  secondWords,
  valuedOf,
} from './words.ts';

/** For bash from 3.2 on, which macOS has. */
export function bash(commands: CompletedCommand[]): string {
  const more = [...secondWords(commands)].map(
    ([first, seconds]) => `    ${first}) more=${quote(seconds.join(' '))} ;;`,
  );
  const places = commands.flatMap((command) =>
    placesOf(command).map((place) => `    ${offerCase(place, command.words.join(' '))}`),
  );
  return `# Completion of lessons for bash.
_lessons() {
  local current=\${COMP_WORDS[COMP_CWORD]} first=\${COMP_WORDS[1]-} second=\${COMP_WORDS[2]-}
  local command='' more='' flags='' valued='' place=1 flag='' offered='' ask='' status='' list='' files='' head='' at=2 word
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote(`${firstWords(commands).join(' ')} --help --version`)} -- "$current"))
    return
  fi
  case "$first" in
${more.join('\n')}
  esac
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$first $second" in
${commandCases(commands, 2)}
    esac
  fi
  if [ -z "$command" ]; then
    case "$first" in
${commandCases(commands, 1)}
    esac
  fi
  while [ "$at" -lt "$COMP_CWORD" ]; do
    word=\${COMP_WORDS[at]}
    at=$((at + 1))
    if [ -n "$flag" ]; then
      [ "$word" = '=' ] || flag=''
    elif [[ "$word" == -?* ]]; then
      [[ " $valued " == *" $word "* ]] && flag=$word
    else
      place=$((place + 1))
    fi
  done
  [ "$current" = '=' ] && current=''
  if [ -z "$flag" ] && [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
    return
  fi
  case "$command \${flag:-$place}" in
${places.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 2 ] && offered="$offered $more"
  if [ -n "$list" ] && [[ "$current" == *,* ]]; then
    head=\${current%,*},
    current=\${current##*,}
  fi
  if [ -n "$ask" ]; then
    offered="$offered $("\${1:-lessons}" completions of "$ask" "$current" --status "$status" 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -P "$head" -W "$offered" -- "$current"))
  if [ -n "$files" ]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _lessons lessons
`;
}

/** Commands of so many words, each with its flags. */
function commandCases(commands: CompletedCommand[], length: number): string {
  return commands
    .flatMap((command) => {
      const typed = [command.words, ...command.aliases].filter((words) => words.length === length);
      if (typed.length === 0) return [];
      const pattern = typed.map((words) => quote(words.join(' '))).join('|');
      const values = [
        `command=${quote(command.words.join(' '))}`,
        `flags=${quote(flagsOf(command).join(' '))}`,
        `valued=${quote(valuedOf(command).join(' '))}`,
        `at=${length + 1}`,
      ];
      return `      ${pattern}) ${values.join(' ')} ;;`;
    })
    .join('\n');
}

function offerCase(place: Place, command: string): string {
  const { words, files, isList } = place.offer;
  const asked = askedFor(place.offer);
  const values = [
    words.length > 0 && `offered=${quote(words.join(' '))}`,
    asked !== null && `ask=${asked.kind} status=${quote(asked.status)}`,
    files && 'files=yes',
    isList && 'list=yes',
  ];
  return `${casePattern(place, command)}) ${values.filter(Boolean).join(' ')} ;;`;
}
