import { singleQuoted } from '../../text/shell-quote.ts';
import type { CompletedCommand, Offer } from './offers.ts';
import { askedFor, firstWords, type Place, placesOf, secondWords, summaryOf, valuedOf } from './words.ts';

const FUNCTIONS = `# Whether the words after the program's name begin with those given.
function __lessons_typed
  set -l typed (commandline -opc)
  set -e typed[1]
  test "$typed[1..$(count $argv)]" = "$argv"
end
# Whether the argument at the cursor has a number that matches: after so many words of the command, whose flags with values follow.
function __lessons_at
  set -l place 1
  set -l flag ''
  set -l skip (math $argv[2] + 1)
  for word in (commandline -opc)
    if test $skip -gt 0
      set skip (math $skip - 1)
    else if test -n "$flag"
      set flag ''
    else if string match -qr -- '^-.' $word
      contains -- $word $argv[3..]; and set flag $word
    else
      set place (math $place + 1)
    end
  end
  test -z "$flag"; and string match -qr -- "^$argv[1]\\$" $place
end
function __lessons_values
  set -l program (commandline -opc)[1]
  set -l typed (commandline -ct)
  $program completions of $argv[1] "$typed" --status "$argv[2]" 2>/dev/null
end`;

/** For fish, which asks for the values of a place when they are needed. */
export function fish(commands: CompletedCommand[]): string {
  const lines = ['# Completion of lessons for fish.', FUNCTIONS, 'complete -c lessons -f'];
  for (const word of firstWords(commands)) {
    const summary = singleQuoted(summaryOf(commands, word));
    lines.push(`complete -c lessons -n __fish_use_subcommand -f -a ${word} -d ${summary}`);
  }
  const seconds = secondWords(commands);
  for (const command of commands) {
    const [first = '', second] = command.words;
    if (second !== undefined) {
      const isNext = `__lessons_typed ${first}; and test (count (commandline -opc)) -eq 2`;
      lines.push(`complete -c lessons -n '${isNext}' -a ${second} -d ${singleQuoted(command.summary)}`);
    }
    const condition = typedCondition(command, seconds);
    for (const { flag, value } of command.flags)
      lines.push(
        `complete -c lessons -n '${condition}' -l ${flag.replace(/^--/, '')}${value === null ? '' : afterFlag(value)}`,
      );
    for (const place of placesOf(command).filter(({ flag }) => flag === null)) {
      const at = [numberPattern(place), command.words.length, ...valuedOf(command)].join(' ');
      const what = place.offer.files ? ' -F' : ` -a ${singleQuoted(listOf(place.offer))}`;
      lines.push(`complete -c lessons -n '${condition}; and __lessons_at ${at}'${what}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** True where this command is typed, under any of its names, and none that begins with its words. */
function typedCondition({ words, aliases }: CompletedCommand, seconds: Map<string, string[]>): string {
  const [first = '', second] = words;
  const names = [words, ...aliases].map((each) => `__lessons_typed ${each.join(' ')}`);
  const name = names.length === 1 ? names[0] : `begin; ${names.join('; or ')}; end`;
  const others = second === undefined ? (seconds.get(first) ?? []) : [];
  return [name, ...others.map((other) => `not __lessons_typed ${first} ${other}`)].join('; and ');
}

const numberPattern = ({ number, andBehind }: Place): string =>
  andBehind ? `"[${number}-9]\\d*"` : String(number);

/** What follows a flag. */
function afterFlag(offer: Offer): string {
  if (offer.files) return ' -r -F';
  const list = listOf(offer);
  return list === '' ? ' -x' : ` -x -a ${singleQuoted(list)}`;
}

/** What fish evaluates to words, one a line. */
function listOf(offer: Offer): string {
  const { words, isList } = offer;
  const asked = askedFor(offer);
  if (asked !== null) return `(__lessons_values ${asked.kind} "${asked.status}")`;
  if (!isList || words.length === 0) return words.join(' ');
  return `(__fish_complete_list , "printf '%s\\n' ${words.join(' ')}")`;
}
