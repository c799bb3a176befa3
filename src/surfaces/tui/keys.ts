import type { Key } from 'ink';
import type { Action, State } from './state.ts';

/** What a key means, beyond a change of state. */
export type Command =
  | Action
  | { type: 'quit' }
  | { type: 'suspend' }
  | { type: 'editor' }
  | { type: 'apply' };

function whileTyping(input: string, key: Key): Command | null {
  if (key.return) return { type: 'accept' };
  if (key.escape) return { type: 'cancel' };
  if (key.leftArrow) return { type: 'caret', to: 'left' };
  if (key.rightArrow) return { type: 'caret', to: 'right' };
  if (key.backspace || key.delete) return { type: 'erase', what: 'back' };
  if (key.ctrl) {
    if (input === 'a') return { type: 'caret', to: 'home' };
    if (input === 'e') return { type: 'caret', to: 'end' };
    if (input === 'd') return { type: 'erase', what: 'forward' };
    if (input === 'w') return { type: 'erase', what: 'word' };
    if (input === 'u') return { type: 'erase', what: 'all' };
    return null;
  }
  const text = [...input].filter((char) => char >= ' ').join('');
  return text === '' || key.meta || key.tab ? null : { type: 'insert', text };
}

function decisions(input: string): Command | null {
  if (input === 'a') return { type: 'decide', action: 'approve' };
  if (input === 's') return { type: 'decide', action: 'skip' };
  if (input === 'x') return { type: 'start-reason' };
  if (input === 'r') return { type: 'decide', action: 'unarchive' };
  if (input === 'u') return { type: 'undo' };
  if (input === 'e') return { type: 'editor' };
  return null;
}

function inList(input: string, key: Key, page: number): Command | null {
  if (key.pageDown) return { type: 'move', by: page };
  if (key.pageUp) return { type: 'move', by: -page };
  if (input === 'g') return { type: 'jump', to: 'first' };
  if (input === 'G') return { type: 'jump', to: 'last' };
  if (input === ' ') return { type: 'toggle-select' };
  if (key.rightArrow || key.return || input === 'l') return { type: 'mode', mode: 'detail' };
  if (key.leftArrow || input === 'h') return { type: 'fold' };
  if (key.tab) return { type: 'view' };
  if (input === '/') return { type: 'start-filter' };
  if (input === 'c') return { type: 'mode', mode: 'confirm' };
  if (input === '?') return { type: 'help', page: 0 };
  if (input === 'q') return { type: 'quit' };
  return decisions(input);
}

function inDetail(input: string, key: Key, page: number): Command | null {
  if (key.pageDown) return { type: 'move', by: page };
  if (key.pageUp) return { type: 'move', by: -page };
  if (key.return) return { type: 'start-edit' };
  if (key.leftArrow || key.escape || input === 'h') return { type: 'mode', mode: 'list' };
  if (input === 'q') return { type: 'mode', mode: 'list' };
  if (input === 'n') return { type: 'row', by: 1 };
  if (input === 'p') return { type: 'row', by: -1 };
  if (input === 'c') return { type: 'mode', mode: 'confirm' };
  if (input === '?') return { type: 'help', page: 0 };
  return decisions(input);
}

/** The next page of the help, the one before, or what was there before it. */
function inHelp(state: State, input: string, key: Key, pages: number): Command {
  if (key.upArrow || key.pageUp || input === 'k')
    return { type: 'help', page: Math.max(0, state.helpPage - 1) };
  const isLeft = key.escape || input === 'q' || input === '?';
  if (isLeft || state.helpPage + 1 >= pages) return { type: 'back' };
  return { type: 'help', page: state.helpPage + 1 };
}

/** How much the screen shows at once. */
interface Room {
  /** Rows of the list. */
  rows: number;
  helpPages: number;
  /** Lines of the open row's field that are below what the pane shows of it. */
  fieldBelow: number;
}

/** Windows stops no process from the keyboard; what is being applied holds the store. */
const maySuspend = (state: State): boolean => process.platform !== 'win32' && state.mode !== 'applying';

/** One up or down: in an open row through the lines of a long field, and then to the next. */
function step(state: State, by: 1 | -1, room: Room): Command {
  const isWithin = state.mode === 'detail' && (by > 0 ? room.fieldBelow > 0 : state.fieldTop > 0);
  return { type: isWithin ? 'scroll' : 'move', by };
}

/** A key press in the present mode → what to do, or null. */
export function readKey(state: State, input: string, key: Key, room: Room): Command | null {
  if (key.ctrl && input === 'c') return { type: 'quit' };
  if (key.ctrl && input === 'z') return maySuspend(state) ? { type: 'suspend' } : null;
  switch (state.mode) {
    case 'edit':
    case 'filter':
    case 'reason':
      return whileTyping(input, key);
    case 'help':
      return inHelp(state, input, key, room.helpPages);
    case 'confirm':
      if (input === 'y' || key.return) return { type: 'apply' };
      return key.escape || input === 'n' || input === 'q' || key.leftArrow ? { type: 'back' } : null;
    case 'applying':
      return null;
    case 'done':
      return { type: 'quit' };
    default:
      if (key.downArrow || input === 'j') return step(state, 1, room);
      if (key.upArrow || input === 'k') return step(state, -1, room);
      return state.mode === 'detail' ? inDetail(input, key, room.rows) : inList(input, key, room.rows);
  }
}

const CONTROL = /[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/gu;

const PLAIN = { return: false, escape: false, backspace: false, ctrl: false, meta: false };

/** A control character as the key that sends it. */
function controlKey(char: string, key: Key): [input: string, key: Key] {
  if (char === '\r' || char === '\n') return ['', { ...key, ...PLAIN, return: true }];
  if (char === '\u007f' || char === '\b') return ['', { ...key, ...PLAIN, backspace: true }];
  if (char === '\u001b') return ['', { ...key, ...PLAIN, escape: true }];
  return [String.fromCharCode(char.charCodeAt(0) + 96), { ...key, ...PLAIN, ctrl: true }];
}

/**
 * What arrives in one chunk (a paste, keys over a slow line) as single keys.
 * Text that is being typed stays whole up to the next control character.
 */
export function splitKeys(input: string, key: Key, isTyping: boolean): [input: string, key: Key][] {
  if (key.meta && isTyping && input !== '') return [controlKey('\u001b', key), [input, { ...key, ...PLAIN }]];
  if (input.length <= 1 || key.ctrl || key.meta) return [[input, key]];
  return (input.match(CONTROL) ?? []).flatMap((part): [string, Key][] => {
    if (part < ' ' || part === '\u007f') return [controlKey(part, key)];
    return isTyping ? [[part, key]] : [...part].map((char) => [char, key]);
  });
}
