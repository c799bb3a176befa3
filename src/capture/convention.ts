import { pasted, straight } from './objection.ts';

/**
 * Words about how work is done, not about this piece of it: what is committed, how checks are run, what exists
 * already, how long a text may be, where things are. They hold for the next session, too.
 */
const CONVENTIONS: RegExp[] = [
  // What goes into version control, and how.
  /\b(?:do(?:n't| not)|dont|never|stop|can we not|could we not|let's not|not|no need to|(?:don't|do not) (?:want|need) (?:\w+ )?(?:to|ot)?) ?(?:(?:also|ever|just|to|be) )?(?:commit|check(?:ing)? (?:\S+ ){0,3}in\b|stash|push|amend|force|stage|squash|rebase)/i,
  /\b(?:remove|drop|take)\b.{0,40}\b(?:from|out of) (?:the |this |that )?(?:commit|pr|pull request|repo|repository)\b/i,
  /\b(?:commit|push|merge) (?:\w+ ){0,2}(?:in a |while )?(?:broken|failing|red|untested)\b/i,
  // How checks are run.
  /\b(?:run|running)\b.{0,30}\b(?:tests?|ci|lint\w*|suite)\b.{0,30}\b(?:parallel|locally|too slow|before (?:commit|push))/i,
  /^too (?:slow|expensive)\b/i,
  // What exists is used.
  /\b(?:avoid (?:code |any )?duplicat\w+|there(?:'s| is| are) already\b|we already (?:have|built|use)|should(?:n't)? we (?:be using|use) the)/i,
  // What texts are like.
  /\b(?:keep|make|should be|be) (?:\S+ ){0,3}(?:short(?:er)?|concise|brief|terse)\b|\btoo (?:long|verbose)\b/i,
  // Preferences, and where things are.
  /^(?:please )?(?:prefer|avoid) [a-z]/i,
  /\bwe (?:should(?:n't| not)|must(?:n't| not)) (?:touch|pollute|write|use|modify|change|commit|run|edit|call|rely|depend)/i,
  /^[^.!?\n]{3,40} (?:is|are|lives?|belongs?) (?:in|under|at) `?(?:\.{1,2}|~)?\/?[\w.-]*\/[\w./-]+`?\W*$/i,
  /\b(?:nicht (?:ein)?(?:committen|checken|pushen)|erst (?:besprechen|fragen|testen)|no (?:hagas|subas) (?:commit|push)|ne (?:committe|pousse)[rz]? (?:pas|jamais)|non committare|niet committen|primero (?:pregunta|discut\w+)|d'abord (?:discut\w+|demande\w*))\b/i,
  /(?:不要|别)(?:提交|推送)|先(?:讨论|问我)|コミットしないで|プッシュしないで|先に(?:相談|確認)|커밋하지 ?마/,
];
const CHARS_MAX = 420;

/** True where a correction states how work is done here. */
export function statesConvention(message: string): boolean {
  const text = straight(message.trim()).replace(
    /^(?:(?:no|nope|hmm+|ok|wait|actually|but|so|and)\b[\s,.!-]*|\.+\s*)+/i,
    '',
  );
  if (text.length > CHARS_MAX || pasted(message)) return false;
  return CONVENTIONS.some((pattern) => pattern.test(text));
}
