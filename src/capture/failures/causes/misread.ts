import { expandedCode, isPathMade, losesVariables, wordsOfCmd } from './misread-script.ts';
import {
  backtickRun,
  eatenPath,
  isBangEscaped,
  isBrokenLine,
  isLostGlob,
  isQuotedGlob,
  isSubstitutionEscaped,
  redirectedVersion,
  unsplitCommand,
  unsplitList,
} from './misread-words.ts';

/** The shell took the line for something else than what was meant. */
export const isMisread = (line: string, text: string, command: string): boolean =>
  Boolean(
    backtickRun(line, command) ||
      eatenPath(line, command) ||
      redirectedVersion(line, command) ||
      isQuotedGlob(line, command) ||
      isLostGlob(line, command) ||
      losesVariables(text, command) ||
      expandedCode(text, command) !== '' ||
      isBrokenLine(line, command) ||
      wordsOfCmd(text, command) !== '' ||
      isPathMade(text, command) ||
      isBangEscaped(text, command) ||
      isSubstitutionEscaped(text, command) ||
      unsplitList(text, command) ||
      unsplitCommand(text, command),
  );
