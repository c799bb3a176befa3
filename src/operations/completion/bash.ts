import { singleQuoted } from '../../text/shell-quote.ts';
import { commandCases, type Dialect, moreCases, placeCases } from './cases.ts';
import type { CompletedCommand } from './offers.ts';
import { firstWords } from './words.ts';

const DIALECT: Dialect = { list: (words) => singleQuoted(words.join(' ')), first: 1 };

/** For bash from 3.2 on, which macOS has. */
export function bash(commands: CompletedCommand[]): string {
  return `# Completion of lessons for bash.
_lessons() {
  local current=\${COMP_WORDS[COMP_CWORD]} first=\${COMP_WORDS[1]-} second=\${COMP_WORDS[2]-}
  local command='' more='' flags='' valued='' place=1 flag='' offered='' ask='' wanted='' list='' files='' head='' at=2 word
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${singleQuoted(`${firstWords(commands).join(' ')} --help --version`)} -- "$current"))
    return
  fi
  case "$first" in
${moreCases(commands, DIALECT)}
  esac
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$first $second" in
${commandCases(commands, 2, DIALECT)}
    esac
  fi
  if [ -z "$command" ]; then
    case "$first" in
${commandCases(commands, 1, DIALECT)}
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
${placeCases(commands, DIALECT)}
  esac
  [ "$COMP_CWORD" -eq 2 ] && offered="$offered $more"
  if [ -n "$list" ] && [[ "$current" == *,* ]]; then
    head=\${current%,*},
    current=\${current##*,}
  fi
  if [ -n "$ask" ]; then
    offered="$offered $("\${1:-lessons}" completions of "$ask" "$current" --status "$wanted" 2>/dev/null)"
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
