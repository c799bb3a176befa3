/** Options whose value is prose, whatever the program; separated by blanks. */
export const PROSE =
  '--message --msg --title --body --description --desc --notes --note --comment --subject --text --grep --author --reason ' +
  '--summary --content --prompt --label --annotation --notes-text --fixup-message --trailer --search --query-text --append-system-prompt ' +
  '--system-prompt --print --commit-message --release-notes --changelog';
