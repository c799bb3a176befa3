import { singleQuoted } from '../../text/shell-quote.ts';
import { commandCases, type Dialect, moreCases, placeCases } from './cases.ts';
import type { CompletedCommand } from './offers.ts';
import { firstWords, summaryOf } from './words.ts';

const DIALECT: Dialect = { list: (words) => `(${words.map(singleQuoted).join(' ')})`, first: 2 };

/** For zsh, with a line on each first word. */
export function zsh(commands: CompletedCommand[]): string {
  const described = firstWords(commands).map(
    (word) => `    ${singleQuoted(`${word}:${summaryOf(commands, word).replaceAll(':', '\\:')}`)}`,
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
${moreCases(commands, DIALECT)}
  esac
  if (( CURRENT > 3 )); then
    case "\${words[2]} \${words[3]}" in
${commandCases(commands, 2, DIALECT)}
    esac
  fi
  if [[ -z "$command" ]]; then
    case "\${words[2]}" in
${commandCases(commands, 1, DIALECT)}
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
${placeCases(commands, DIALECT)}
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
