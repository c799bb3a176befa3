import type { Episode } from '../model/episode.ts';
import { REDACTED } from '../text/redact.ts';
import { printsSecret } from '../text/redact-shown.ts';
import { redactTogether } from '../text/redact-together.ts';
import { withoutWords } from '../text/taken-out.ts';

/**
 * Redacts everything that was said or run; names and positions stay as they are. What one text shows to be a secret is
 * taken out of all of them: a fix may name a word of which only the command told that it is a password.
 * @param said raw text that the episode's words were made of, where the episode does not hold it
 */
export function redactEpisode(episode: Episode, said = ''): Episode {
  const { summary, mistake, remediation, trigger, tags, subject, evidence, correction, failure } = episode;
  const { command } = failure.input;
  const run = typeof command === 'string' && printsSecret(command) ? `${command}\n${failure.error}` : '';
  const words = { summary, mistake, remediation, tags, subject, said, run };
  const {
    said: _said,
    run: _run,
    ...clean
  } = withoutSecrets({
    ...words,
    trigger,
    evidence,
    failure,
    correction,
  });
  return {
    ...episode,
    ...clean,
    failure: { ...clean.failure, uuid: failure.uuid, toolUseId: failure.toolUseId },
    correction:
      correction && clean.correction ? { ...clean.correction, toolUseId: correction.toolUseId } : null,
  };
}

/** What stays of the marker in a pattern, which escapes its brackets. */
const MARK = REDACTED.slice(1, -1);

function withoutSecrets<T extends { trigger: Episode['trigger']; tags: string[] }>(raw: T): T {
  const { clean, words, places } = redactTogether(raw);
  // A pattern that a secret was taken out of matches nothing; a tag has it in small letters.
  const gone = [MARK, ...words, ...places.map(([, word]) => word)].map((word) => word.toLowerCase());
  const isWhole = (text: string) => withoutWords(text, words) === text;
  const keeps = (text: string) =>
    isWhole(text.replace(/\\\w/g, ' ')) && !gone.some((word) => text.toLowerCase().includes(word));
  const { trigger, tags, ...texts } = clean;
  return {
    ...texts,
    tags: tags.filter(keeps),
    trigger: {
      ...trigger,
      commandPatterns: trigger.commandPatterns.filter(keeps),
      pathPatterns: trigger.pathPatterns.filter(keeps),
      ...(trigger.contentPatterns && { contentPatterns: trigger.contentPatterns.filter(keeps) }),
      errorPatterns: trigger.errorPatterns.filter(keeps),
    },
  } as unknown as T;
}
