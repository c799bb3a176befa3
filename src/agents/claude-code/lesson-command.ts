/** By this line `init` knows the file as its own. */
export const LESSON_COMMAND_MARK = '<!-- installed by lessons-learned -->';

/** `~/.claude/commands/lesson.md`: the `/lesson` writ, typed by a human. */
export const LESSON_COMMAND = `---
description: Record, list, search or delete a lesson (/lesson SIGNATURE: TEXT, /lesson list, /lesson search QUERY, /lesson delete ID)
argument-hint: "SIGNATURE: TEXT | list | search QUERY | delete ID"
allowed-tools: Bash(lessons:*)
---
${LESSON_COMMAND_MARK}
The user typed a \`/lesson\` writ. Run it as it is, and show what comes back word for word; do nothing else.

Put exactly the following text, from the next line on, on the standard input of \`lessons writ\` (with a quoted
here-document, so that the shell changes nothing in it):

/lesson $ARGUMENTS
`;
