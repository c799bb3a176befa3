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
  summaryOf,
  valuedOf,
} from './words.ts';

export function zsh(commands: CompletedCommand[]): string {
  const described = firstWords(commands).map(
    (word) => `    ${quote(`${word}:${summaryOf(commands, word).replaceAll(':', '\\:')}`)}`,
  );
  const more = [...secondWords(commands)].map(([first, all]) => `    ${first}) more=(${all.join(' ')}) ;;`);
  const places = commands.flatMap((command) =>
    placesOf(command).map((place) => `    ${offerCase(place, command.words.join(' '))}`),
  );
  return `#compdef lessons
# Completion of lessons for zsh.
_lessons() {
  local -a commands flags valued more offered
  local command='' flag='' ask='' wanted='' list='' files='' word
  local -i at=3 place=1
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
  if (( CURRENT > 3 )); then
    case "\${words[2]} \${words[3]}" in
${commandCases(commands, 2)}
    esac
  fi
  if [[ -z "$command" ]]; then
    case "\${words[2]}" in
${commandCases(commands, 1)}
    esac
  fi
  while (( at < CURRENT )); do
    word=\${words[at]}
    (( at += 1 ))
    if [[ -n "$flag" ]]; then
      flag=''
    elif [[ "$word" == -?* ]]; then
      (( \${valued[(Ie)$word]} )) && flag=$word
    else
      (( place += 1 ))
    fi
  done
  word=\${words[CURRENT]}
  if [[ -z "$flag" && "$word" == --*=* ]]; then
    flag=\${word%%=*}
    compset -P '*='
  elif [[ -z "$flag" && "$word" == -* ]]; then
    compadd -- $flags
    return
  fi
  case "$command \${flag:-$place}" in
${places.join('\n')}
  esac
  (( CURRENT == 3 )) && offered+=($more)
  [[ -n "$list" ]] && compset -P '*,'
  [[ -n "$ask" ]] && offered+=(\${(f)"$("\${words[1]}" completions of "$ask" "$PREFIX" --status "$wanted" 2>/dev/null)"})
  (( \${#offered} )) && compadd -- $offered
  [[ -n "$files" ]] && _files
}
if [ "\${funcstack[1]-}" = '_lessons' ]; then _lessons "$@"; else compdef _lessons lessons; fi
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
        `flags=(${flagsOf(command).join(' ')})`,
        `valued=(${valuedOf(command).join(' ')})`,
        `at=${length + 2}`,
      ];
      return `      ${pattern}) ${values.join(' ')} ;;`;
    })
    .join('\n');
}

function offerCase(place: Place, command: string): string {
  const { words, files, isList } = place.offer;
  const asked = askedFor(place.offer);
  const values = [
    words.length > 0 && `offered=(${words.map(quote).join(' ')})`,
    asked !== null && `ask=${asked.kind} wanted=${quote(asked.status)}`,
    files && 'files=yes',
    isList && 'list=yes',
  ];
  return `${casePattern(place, command)}) ${values.filter(Boolean).join(' ')} ;;`;
}
