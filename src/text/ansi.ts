/** Sequences that colour text or steer a terminal. */
export const ANSI =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b(?:[ -/]+[0-~]|[0-_c])/g;

/** A text without colours. */
export const uncoloured = (text: string): string => (text.includes('\u001b') ? text.replace(ANSI, '') : text);
