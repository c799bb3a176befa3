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
};

/** Words about one thing that the talk alone shows. */
const UNNAMED = /\b(?:this|that|it|these|those|them|so|earlier|above)\b\s*(?:$|[.,;:!])/i;

/** What an agent concedes, as an instruction (`I shouldn't have modified the settings`: do not modify them); null where it concedes none. */
export function concededDuty(answer: string): string | null {
  const [said, not, verb, rest] = SHOULD.exec(answer.slice(0, 500).replace(/\*\*/g, '')) ?? [];
  const told = TOLD[verb ?? ''];
  if (!said || !told || UNNAMED.test(rest!)) return null;
  return not === '' ? `${told[0]!.toUpperCase()}${told.slice(1)} ${rest}` : `Do not ${told} ${rest}`;
}
