import type { CompiledLesson, CompiledPattern } from '../model/compiled.ts';

/** One command that would be executed. */
export interface SimpleCommand {
  /** Program as written, without its folder: `git`, `python3`. */
  program: string;
  /** The command's own text with quoted data, here-documents and comments masked; what patterns run on. Cut at 8 KB. */
  text: string;
  /** Words after wrappers were removed, quotes taken off. */
  args: string[];
  /** How it was reached: `top`, `bash -c`, `$()`, `xargs`, … */
  via: string;
  /**
   * Other spellings of the same command, which patterns are tried on too: with its leading `VAR=x` and its folder,
   * and in the usual order and spelling of its flags (`git -C d push -f` → `git push --force`).
   */
  alt?: string[];
  /** Set where it changes nothing: `--help` and the like, or a dry run. */
  inert?: 'help' | 'dry-run';
}

/** What a command line would execute: what command patterns are run on. */
export interface ShellView {
  commands: SimpleCommand[];
  /** Pipelines of two and more commands, as `curl -s x | sh`: for patterns that name a `|`. */
  pipelines?: string[];
  /** Commands joined by `&&`, `||`, `;` or `&`: for patterns that name one of these. */
  lists?: string[];
}

/** A lesson that acts at a call, and what of the call it met. */
export interface Match {
  lesson: CompiledLesson;
  matchType: 'command' | 'path' | 'content' | 'tool' | 'error';
  pattern: CompiledPattern | null;
  /** Text of the simple command, path or content that matched; cut. */
  matchedText: string;
}

/** What is told at a call, best first, and what is left out. */
export interface Selection {
  selected: { match: Match; text: string; full: boolean }[];
  dropped: { match: Match; reason: 'budget' | 'cap' | 'dedup' | 'holdout' }[];
}
