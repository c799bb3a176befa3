import { type Json, list, object, text } from '../../transcripts/json.ts';
import { LineFinder } from '../../transcripts/line-finder.ts';
import type { DocumentReader, Sample } from '../../transcripts/reader.ts';
import { chatCalls, chatText } from '../shared/chat-messages.ts';
import { CopilotDecoder } from './transcript.ts';

/** Copilot CLI before `events.jsonl`: `history-session-state/*.json`, the messages of the model's API and a timeline. */
export const copilotHistoryReader: DocumentReader = {
  agent: 'copilot',
  kind: 'document',
  recognises: (sample: Sample) =>
    sample.values.some((value) => value['sessionId'] !== undefined && Array.isArray(value['chatMessages'])),
  decode(given, emit, source) {
    const document = object(given) ?? {};
    const decoder = new CopilotDecoder(emit);
    const lines = new LineFinder(source);
    const ends = endsOf(document);
    const timestamp = document['startTime'];
    const tell = (type: string, data: Json, line: number, at: unknown = null) =>
      decoder.value({ type, data, timestamp: at }, line);
    tell('session.start', { sessionId: document['sessionId'], cwd: document['cwd'] }, 1, timestamp);
    list(document['chatMessages']).forEach((each, index) => {
      const message = object(each) ?? {};
      const line = lines.of('"role": ', index + 1);
      const content = chatText(message);
      if (message['role'] === 'user') tell('user.message', { content }, line);
      if (message['role'] === 'assistant')
        tell('assistant.message', { content, toolRequests: requestsOf(message) }, line);
      if (message['role'] === 'tool') {
        const toolCallId = message['tool_call_id'];
        const end = ends.get(String(toolCallId));
        tell(
          'tool.execution_complete',
          { toolCallId, result: { content }, ...outcomeOf(text(object(end?.['result'])?.['type']), content) },
          line,
          end?.['timestamp'],
        );
      }
    });
  },
};

const requestsOf = (message: Json): Json[] =>
  chatCalls(message).map(({ id, name, input }) => ({ toolCallId: id, name, arguments: input }));

/** The timeline's word on each call: only it says that a tool failed. */
function endsOf(document: Json): Map<string, Json> {
  const ends = new Map<string, Json>();
  for (const each of list(document['timeline'])) {
    const entry = object(each);
    if (entry?.['type'] === 'tool_call_completed') ends.set(String(entry['callId']), entry);
  }
  return ends;
}

function outcomeOf(type: string | null, message: string): Json {
  if (type === 'success') return { success: true };
  if (type === 'failure') return { success: false };
  return type === 'rejected' || type === 'denied' ? { success: false, error: { code: type, message } } : {};
}
