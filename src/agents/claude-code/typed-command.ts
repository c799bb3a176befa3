/** A slash command as the client logs it: its name and message in either order, then what was typed behind the name. */
const COMMAND = /^\s*<command-(?:name|message)>/;
const NAME = /<command-name>\/?([^<]*)<\/command-name>/;
const ARGUMENTS = /<command-args>([\s\S]*?)<\/command-args>/;
/** Ours record lessons themselves. */
const OWN = /^lessons?(?::|$)/;

/** What a human typed into a message: of a slash command the words behind its name. */
export function typedWords(message: string): string {
  if (!COMMAND.test(message)) return message;
  const name = NAME.exec(message)?.[1] ?? '';
  return OWN.test(name) ? '' : (ARGUMENTS.exec(message)?.[1] ?? '');
}

/** The command that a message is and no words stand behind, as it was typed; null for all else, and for ours. */
export function bareCommand(message: string): string | null {
  const name = COMMAND.test(message) ? (NAME.exec(message)?.[1] ?? '') : '';
  return name === '' || OWN.test(name) || typedWords(message).trim() !== '' ? null : `/${name}`;
}
