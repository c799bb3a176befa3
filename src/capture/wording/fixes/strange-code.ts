import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';

/** Runs what it fetches or hides, or takes away everything: nothing that an output may propose. */
const RUNS_ANYTHING = anyOf(
  [
    /\|\s*(?:sudo\s+)?(?:\S*\/)?(?:(?:ba|z|da|k|fi|c)?sh|python[\d.]*|perl|ruby|node|php|iex|invoke-expression)(?![\w.-])/,
    /(?:\$|<)\([^)]*\b(?:curl|wget|fetch|nc)\b/,
    /\bbase64\s+(?:-d|--decode)\b/,
    /\b(?:iex|invoke-expression)\b[^`]*\b(?:iwr|irm|invoke-webrequest|downloadstring)\b/,
    /\brm\s+(?:-\S+\s+)*-\S*[rR]\S*\s+(?:-\S+\s+)*(?:[~*]|\/(?:\s|\*|$)|\$\{?HOME)/,
    /\bgit\b.*\bconfig\b.*\b(?:core\.(?:fsmonitor|sshcommand|hookspath|pager|editor)|alias\.)/,
  ],
  { flags: 'i' },
);
const CODE_SPAN = /``[^\n]+?``|`[^`\n]+`/g;

/**
 * True where a fix names such code that an output proposes and the agent has not run: anybody can have written it, and
 * a lesson would hand it on as advice.
 */
export function namesStrangeCode(fix: string, { call, correction, error }: OpenFailure): boolean {
  if (!RUNS_ANYTHING.test(fix)) return false;
  const own = `${call.command}\n${correction?.command ?? ''}`;
  return (fix.match(CODE_SPAN) ?? []).some((span) => {
    const text = span.replace(/^`+ ?| ?`+$/g, '').replace(/…$/, '');
    return RUNS_ANYTHING.test(text) && error.includes(text) && !own.includes(text);
  });
}
