import { isTellingWord } from '../inject/keywords.ts';
import { stem } from '../inject/stem.ts';
import type { Episode } from '../model/episode.ts';
import type { TagFinding } from '../model/findings.ts';
import { wordSet } from '../text/similarity.ts';

/** A tag stands for a mistake at most so many lines before it. */
const REACH_LINES = 200;
/** What is read of an error, and of what was called. */
const READ_CHARS = 2000;

/**
 * Leaves out one mistake for each tag that follows it in the same transcript and is about it: of several, the one that
 * it has most words in common with, and of those the nearest.
 */
export function withoutTold(episodes: Episode[], tags: TagFinding[]): Episode[] {
  const covered = new Set<Episode>();
  const byFile = Map.groupBy(episodes, ({ file }) => file);
  for (const tag of [...tags].sort((a, b) => a.line - b.line)) {
    const before = (byFile.get(tag.file) ?? []).filter(
      (episode) =>
        !covered.has(episode) &&
        episode.failure.line <= tag.line &&
        tag.line - episode.failure.line <= REACH_LINES,
    );
    if (before.length === 0) continue;
    const words = wordsOfTag(tag);
    const [best] = before
      .map((episode) => ({ episode, shared: sharedWith(episode, words) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared || b.episode.failure.line - a.episode.failure.line);
    if (best !== undefined) covered.add(best.episode);
  }
  return episodes.filter((episode) => !covered.has(episode));
}

function wordsOfTag({ fields }: TagFinding): Set<string> {
  const { summary, mistake, remediation, trigger, tool, tags } = fields;
  return tellingWords([summary, mistake, remediation, trigger ?? '', tool ?? '', ...tags]);
}

function sharedWith({ failure, summary, mistake, remediation }: Episode, words: Set<string>): number {
  const called = JSON.stringify(failure.input ?? '').slice(0, READ_CHARS);
  // Most failing calls are of the shell, so that its name tells nothing.
  const tool = /^bash$/i.test(failure.tool) ? '' : failure.tool;
  const own = tellingWords([summary, mistake, remediation, tool, called, failure.error.slice(0, READ_CHARS)]);
  return [...own].filter((word) => words.has(word)).length;
}

function tellingWords(texts: string[]): Set<string> {
  return new Set([...wordSet(texts.join('\n'))].filter(isTellingWord).map(stem));
}
