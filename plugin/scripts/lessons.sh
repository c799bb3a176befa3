#!/bin/sh
# Starts the `lessons` executable for a command: the one in the data folder, then the one on PATH.
# usage: lessons.sh ARGUMENTS...

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

for program in "$home/bin/lessons" "$home/bin/lessons.exe"; do
  if [ -x "$program" ]; then exec "$program" "$@"; fi
done
program="$(command -v lessons 2>/dev/null)"
if [ -n "$program" ]; then exec "$program" "$@"; fi

echo 'lessons: the executable is not installed. Install lessons-learned and run: lessons init' >&2
exit 1
