import type { ToolCall } from '../model/tool-call.ts';
import { wordList } from './shell/word-list.ts';
import { shellView } from './shell-view.ts';

/** Programs that wait, or ask for a state that changes by itself. */
const PROGRAMS = wordList(
  'sleep wait ping nc ncat pgrep lsof ss netstat pg_isready mysqladmin wait-on wait-for-it wait-for-it.sh dockerize watch tail',
);
/** Tools that fetch the output or the state of what runs already. */
const ASKING_TOOL = /(?:wait|poll|output|status|stdin)(?:_|$|[A-Z])/i;

/** Whether a call asks again for something that is not ready yet: repeating it is the point of it. */
export function isPolling(call: ToolCall): boolean {
  const { command } = call.input;
  if (call.tool !== 'Bash') return ASKING_TOOL.test(call.nativeTool);
  if (typeof command !== 'string') return false;
  return shellView(command, call.nativeTool).commands.some(
    ({ program, text, alt }) => PROGRAMS.has(program) || [text, ...(alt ?? [])].some(asksForState),
  );
}

function asksForState(text: string): boolean {
  return (
    /^(?:kubectl|oc) (?:.* )?(?:get|wait|rollout|describe|logs|top)\b/.test(text) ||
    /^(?:docker|podman)(?:-compose| compose| container)? (?:ps|inspect|logs|wait|top)\b/.test(text) ||
    /^(?:gh|glab) (?:run|pr|mr|ci|workflow) (?:view|watch|checks|list|status)\b/.test(text) ||
    /^(?:aws|gcloud|az) .*\b(?:wait|describe|show|get|list)(?:-|\b)/.test(text) ||
    /^systemctl (?:is-active|is-failed|status)\b/.test(text) ||
    /^(?:curl|wget|http|https)\b.*(?:\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|\[::1\])/.test(text)
  );
}
