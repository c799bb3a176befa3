/** What an agent concedes to have done wrongly, or left out, at any piece of work, and how that is told as an instruction. */
const SHOULD =
  /\bI should((?:n't| not)?) have (?:just |simply |blindly |first |also )?(\w+) ([^!?\n]{8,140}?)(?=[.!?](?:\s|$)|[;—–]|\s-\s|\n|$)/;
const TOLD: Record<string, string> = {
  modified: 'modify',
  touched: 'touch',
  edited: 'edit',
  changed: 'change',
  deleted: 'delete',
  removed: 'remove',
  committed: 'commit',
  pushed: 'push',
  run: 'run',
  assumed: 'assume',
  guessed: 'guess',
  created: 'create',
  installed: 'install',
  marked: 'mark',
  sent: 'send',
  started: 'start',
  skipped: 'skip',
  stashed: 'stash',
  checked: 'check',
  asked: 'ask',
  verified: 'verify',
  read: 'read',
  looked: 'look',
  tested: 'test',
  searched: 'search',
  confirmed: 'confirm',
  waited: 'wait',
  followed: 'follow',
  switched: 'switch',
  moved: 'move',
  added: 'add',
  updated: 'update',
  opened: 'open',
};
/** A second thing that was left out. */
const AND = /^and (?:then )?(\w+(?:ed|un|nt)) /;

/** Words about one thing that the talk alone shows. */
const UNNAMED = /\b(?:this|that|it|these|those|them|so|earlier|above)\b\s*(?:$|[.,;:!])/i;

/** What it promises for later. */
const PROMISES =
  /\b(?:going forward|from now on|in (?:the )?future|next time),? (?:I will|I'll) ((?:always|never|not|only) )?([a-z]+ [^!?\n]{8,140}?)(?=[.!?](?:\s|$)|[;—–]|\n|$)/i;

function promised(answer: string): string | null {
  const [said, how = '', what = ''] = PROMISES.exec(answer) ?? [];
  if (!said || UNNAMED.test(what) || /^(?:be|have|try|remember|keep in) /.test(what)) return null;
  if (/^not /i.test(how)) return `Do not ${what}`;
  const told = `${how}${what}`;
  return `${told[0]!.toUpperCase()}${told.slice(1)}`;
}

/** What an agent concedes, as an instruction (`I shouldn't have modified the settings`: do not modify them); null where it concedes none. */
export function concededDuty(answer: string): string | null {
  const plain = answer.replace(/\*\*/g, '');
  const [said, not, verb, rest] = SHOULD.exec(plain.slice(0, 500)) ?? [];
  const told = TOLD[verb ?? ''];
  if (!said || !told || UNNAMED.test(rest!)) return promised(plain);
  const second = AND.exec(rest!)?.[1];
  if (second !== undefined && TOLD[second] === undefined) return promised(plain);
  const what = second === undefined ? rest! : rest!.replace(second, TOLD[second]!);
  return not === '' ? `${told[0]!.toUpperCase()}${told.slice(1)} ${what}` : `Do not ${told} ${what}`;
}
