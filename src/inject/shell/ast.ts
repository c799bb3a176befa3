/** A word of a command line, with its place in the source. */
export interface Word {
  start: number;
  end: number;
  /** Quotes and escapes taken off; a substitution stands as `$()`. */
  value: string;
  quoted: boolean;
  /** No quote, escape or expansion in it: may be a reserved word. */
  plain: boolean;
  subs: Substitution[];
  /** A dollar in it is no character but an expansion. */
  expands: boolean;
  /** Begins with a `~` that no quote or escape keeps from being expanded. */
  home: boolean;
}

/** A command inside of a word, which runs before it. */
export interface Substitution {
  kind: '$()' | '<()' | '>()';
  list: List;
  /** What `list` was parsed from: the enclosing source, or a decoded copy. */
  source: string;
}

/** `> file`, `2>&1`, `<<EOF`. */
export interface Redirect {
  /** With its file descriptor: `2>`, `&>`, `<<`. */
  operator: string;
  target: Word | null;
  start: number;
  body: HereDocument | null;
}

/** The lines below a `<<EOF`. */
export interface HereDocument {
  start: number;
  end: number;
  /** What it stands in. */
  source: string;
  subs: Substitution[];
  /** The body is read by a shell, and looked into on its own. */
  executed?: true;
}

/** One command of a pipeline. */
export interface Stage {
  /** `words`: what a loop runs over or a `case` looks at, which is not executed. */
  kind: 'simple' | 'group' | 'words' | 'test';
  words: Word[];
  assigns: Word[];
  redirects: Redirect[];
  group: List | null;
  /** Function whose whole body it is. */
  body?: string;
}

/** Commands with `|` between them. */
export interface Pipeline {
  stages: Stage[];
  /** What stands after it: `&&`, `||`, `;`, `&`, a line break, or nothing. */
  operator: string;
  /** Function in whose body it stands: it runs where that is called. */
  body?: string;
}

/** What a line, a group or a function's body holds. */
export interface List {
  pipelines: Pipeline[];
}
