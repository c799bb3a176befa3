import { contentText } from '../../transcripts/content.ts';
import { type Json, list, object, parsedJson, text } from '../../transcripts/json.ts';

/** A tool call inside an assistant's message of a chat API: its name and arguments, which are often JSON in a string. */
interface ChatCall {
  id: string | null;
  name: string | null;
  input: Json;
}

/** The calls of one message in the form of chat completions: `tool_calls: [{id, function: {name, arguments}}]`. */
export function chatCalls(message: Json): ChatCall[] {
  return list(message['tool_calls']).flatMap((each) => {
    const call = object(each);
    const named = object(call?.['function']);
    if (named === null) return [];
    return [{ id: text(call!['id']), name: text(named['name']), input: argumentsOf(named['arguments']) }];
  });
}

/** What a message says: its content, however it is written. */
export const chatText = (message: Json): string => contentText(message['content']);

function argumentsOf(given: unknown): Json {
  if (typeof given !== 'string') return object(given) ?? {};
  return object(parsedJson(given)) ?? { command: given };
}
