#!/bin/sh
# Starts the `lessons` executable for a hook event: the one in the data folder, then the one on PATH.
# Where there is none, the user is told so once a session. Never fails: the agent must not be disturbed.
# usage: run.sh EVENT   (payload on standard input)

# In a folder that was removed no program built with Bun starts.
[ -e "$PWD" ] || cd /

home="$LESSONS_HOME"
if [ -z "$home" ]; then
  case "$(uname -s 2>/dev/null)" in
    Darwin) home="$HOME/Library/Application Support/lessons-learned" ;;
    MINGW* | MSYS* | CYGWIN*) home="${LOCALAPPDATA:-$HOME/AppData/Local}/lessons-learned" ;;
    *)
      # Of a relative one the specification says that it is none.
      case "$XDG_DATA_HOME" in
        /*) home="$XDG_DATA_HOME/lessons-learned" ;;
        *) home="$HOME/.local/share/lessons-learned" ;;
      esac
      ;;
  esac
fi
# As a settings file has it, which no shell has expanded.
case "$home" in
  "~" | "~/"*) home="$HOME${home#"~"}" ;;
esac

# Codex and Copilot CLI run this plugin too; each wants answers of its own shape. In a Claude Code that was started in
# Copilot CLI's shell, COPILOT_CLI is set as well.
agent=claude-code
if [ -n "$COPILOT_PLUGIN_ROOT" ] || { [ -n "$COPILOT_CLI" ] && [ -z "$CLAUDECODE" ]; }; then
  agent=copilot
elif [ -n "$PLUGIN_ROOT" ]; then
  agent=codex
fi

answer() {
  # Copilot CLI denies the call where a hook fails.
  if [ "$agent" = copilot ]; then
    "$1" hook "$agent" 2>/dev/null
    exit 0
  fi
  exec "$1" hook "$agent"
}

for program in "$home/bin/lessons" "$home/bin/lessons.exe"; do
  if [ -x "$program" ]; then answer "$program"; fi
done
program="$(command -v lessons 2>/dev/null)"
if [ -n "$program" ]; then answer "$program"; fi

[ "$1" = SessionStart ] || exit 0
session="$(sed -n 's/.*"session_id" *: *"\([A-Za-z0-9_-]*\)".*/\1/p' 2>/dev/null | head -n 1)"
folder="${CLAUDE_PLUGIN_DATA:-${TMPDIR:-/tmp}}"
mkdir -p "$folder" 2>/dev/null
told="$folder/lessons-missing-${CLAUDE_CODE_SESSION_ID:-${session:-$PPID}}"
if (set -C && : >"$told") 2>/dev/null || [ ! -e "$told" ]; then
  printf '%s\n' '{"systemMessage":"lessons: the plugin is installed, but the lessons executable is not, so no lesson is told. Install lessons-learned and run: lessons init"}'
fi
exit 0
