import { Viewer } from './shell/viewer.ts';
import { type WindowsDialect, windowsView } from './shell/windows.ts';
import { hasWord } from './shell/word-list.ts';
import type { ShellView } from './types.ts';

/** Longer commands are cut: what stands behind so much text was not typed by an agent, and the hook has a deadline. */
const COMMAND_CHARS_MAX = 98_304;

/**
 * What a shell would execute: simple commands in the order in which they stand, with what wrappers, `bash -c`,
 * substitutions and the like run in their turn. POSIX shells, unless the tool's name or the text says that it is
 * PowerShell or cmd. Pure, linear in the text, never throws.
 * @param nativeTool the agent's own name of the tool
 */
export function shellView(command: string, nativeTool = ''): ShellView {
  const text = command.slice(0, COMMAND_CHARS_MAX);
  try {
    const dialect = windowsDialect(text, nativeTool);
    if (dialect === null) return new Viewer(text).run();
    return windowsView(text, dialect, (inner) => new Viewer(inner).run().commands);
  } catch {
    return { commands: [] };
  }
}

function windowsDialect(text: string, nativeTool: string): WindowsDialect | null {
  const tool = nativeTool.toLowerCase();
  if (hasWord('powershell pwsh', tool)) return 'powershell';
  if (hasWord('cmd cmd.exe', tool)) return 'cmd';
  const head = text.slice(0, 400).trimStart();
  // What the first character rules out is not worth compiling an expression for.
  const first = head.charAt(0);
  if (first === '') return null;
  if ((first === '$' || (first >= 'A' && first <= 'Z')) && isVerbNoun(head)) return 'powershell';
  if (('$p<'.includes(first) || head.includes("@'") || head.includes('@"')) && isPowershellStart(head))
    return 'powershell';
  return CMD_FIRST.includes(first) && isCmdStart(head) ? 'cmd' : null;
}

const CMD_FIRST = '@rRsSiIfF';

// Expressions in functions: at the top of the module each would be parsed at every start of the hook.

function isVerbNoun(text: string): boolean {
  return /^(?:\$[\w:]+\s*=\s*)?[A-Z][A-Za-z]+-[A-Z][A-Za-z]+\b/.test(text);
}

/** Also a here-string (`@'` at a line's end) with nothing before it that may be text of another shell. */
function isPowershellStart(text: string): boolean {
  return /^(?:\$env:\w+\s*=|\$[A-Za-z_]\w*\s*=\s|\$ErrorActionPreference\b|param\s*\(|<#|[^'"`<]*@['"]\s*\n)/.test(
    text,
  );
}

function isCmdStart(text: string): boolean {
  return /^(?:@echo\s+off\b|@?rem\s|setlocal\b|if\s+(?:not\s+)?exist\s|for\s+(?:\/[a-z]\s+)?%)/i.test(text);
}
