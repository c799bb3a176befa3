import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { code, firstFit } from '../prose.ts';
import type { Shape } from './shape.ts';

const NAMES_MAX = 3;
const queryOf = ({ command, target }: SeenCall): string => (command || target).slice(0, 4000);

const KEYWORDS =
  /^(?:select|distinct|from|where|and|or|not|in|is|null|like|limit|offset|order|group|by|asc|desc|as|on|join|left|inner|having|count|sum|min|max|coalesce|case|when|then|else|end|true|false)$/i;

/** A query up to where it says what it reads. */
const selected = (query: string): string => query.split(/\bfrom\b/i)[0]!;

/** True where a column is asked for, not only compared. */
const isSelected = (name: string, query: string): boolean =>
  /\bfrom\b/i.test(query) && selected(query).includes(name);

/** The names that the query was then given in place of a column that is not there; empty where it had no others. */
function otherColumns(name: string, { call, correction }: OpenFailure): string {
  if (!correction) return '';
  const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*(?![\w.])/g) ?? [];
  const part = isSelected(name, queryOf(call)) ? selected : (query: string) => query;
  const [old, now] = [wordsOf(queryOf(call)), wordsOf(part(queryOf(correction)))];
  const bare = name.split('.').at(-1)!;
  const added = [...new Set(now.filter((word) => !old.includes(word)))].filter(
    (word) => !KEYWORDS.test(word),
  );
  return now.includes(bare) || added.length === 0 || added.length > NAMES_MAX
    ? ''
    : `Look the columns up first: with ${added.map(code).join(', ')} for ${code(bare)} it worked.`;
}

/** What is told of a query that names a column which is not there. */
const noColumn = (name: string, who: string): string =>
  firstFit(
    [
      `The query of ${who} names a column that is not there: ${code(name)}`,
      `${who}: there is no column ${code(name)}`,
    ],
    [`There is no column ${code(name)}`],
  );

const TABLES = /\b(?:from|join|into|update|table)\s+[`"'[]?([A-Za-z_][\w.]*)/gi;

/** The tables that the query was then made of in place of one that is not there; empty where it had no others. */
function otherTables(name: string, { call, correction }: OpenFailure): string {
  if (!correction) return '';
  const tablesOf = (query: string) => [...query.matchAll(TABLES)].map((match) => match[1]!);
  const [old, now] = [tablesOf(queryOf(call)), tablesOf(queryOf(correction))];
  const added = [...new Set(now.filter((word) => !old.includes(word)))];
  return now.includes(name) || added.length === 0 || added.length > NAMES_MAX
    ? ''
    : `Look the tables up first: with ${added.map(code).join(', ')} for ${code(name)} it worked.`;
}

/** A function by the name that it is called by: a class for its `__init__`. */
const callable = (name: string): string =>
  name.replace(/\.__(?:init|new|call)__$/, '').replace(/^.*\.<locals>\./, '');

/** A text cut at the place that `find` tells: -1, its last character, where there is none. */
const FROM_FOUND = /\[ *\w+\.r?find\(|\b(\w+) *= *\w+\.r?find\([\s\S]+\[ *\1 *:/;

/** What scripts, parsers and databases say of data. */
export const DATA: readonly Shape[] = [
  {
    pattern: /^sed: \d+: "(.{1,60}?) ?": command expected/,
    say: (m) => `\`sed\` is given ${code(m[1]!)}, which is no script: a command is expected`,
    hint: (m, { open }) =>
      /^\d+\s+\d/.test(m[1]!) && /\$\(|`/.test(open.call.command)
        ? 'Take one line of what `$(…)` gives (`| head -1`): it gave several numbers.'
        : '',
  },
  {
    pattern: /\bFATAL: +(?!database)(.{8,})/,
    say: (m, { program }) => `${program}: ${m[1]}`,
  },
  {
    pattern: anyOf(
      [
        /column [`'"]?([\w.]+)[`'"]? (?:of relation \S{1,80} )?does not exist|no such column:? [`'"]?([\w.]+)/,
        /Unknown column [`'"]([\w.]+)[`'"] in|Referenced column [`'"]?([\w.]+)[`'"]? not found/,
        /Unknown (?:expression )?(?:or function )?identifier [`'"]?([\w.]+)/,
        /Invalid column name [`'"]([\w.]+)|[`'"]([\w.]+)[`'"]: invalid identifier/,
        /Unrecognized name: ([\w.]+)|column\b.{0,40} with name [`'"]([\w.]+)[`'"] cannot be resolved/,
      ],
      { flags: 'i' },
    ),
    say: (m, { who }) => noColumn(m.slice(1).find(Boolean)!, who),
    remedy: (m, { open }) => otherColumns(m.slice(1).find(Boolean)!, open),
  },
  {
    pattern:
      /(?:(?:relation|table) [`'"]?([\w.]+)[`'"]? (?:does not|doesn't) exist|no such table:? [`'"]?([\w.]+))/i,
    say: (m, { who }) => `The query of ${who} names a table that is not there: ${code((m[1] ?? m[2])!)}`,
    hint: (m, { open }) => otherTables((m[1] ?? m[2])!, open),
  },
  {
    pattern: /database [`'"]([\w.-]+)[`'"] does not exist/,
    say: (m, { program }) => `${program} connects to ${code(m[1]!)}, a database that does not exist`,
  },
  {
    pattern: /KeyError: (?=[`'"]|\S+(?:\s*$| in ))[`'"]?(?!(?:\w+ ){4})([\w .:/-]{1,40})/,
    say: (m, { program }) => `The ${program} script reads a key that the data lacks: ${code(m[1]!)}`,
  },
  {
    pattern: /JSONDecodeError: Expecting value: line 1 column 1 \(char 0\)/,
    say: (_m, { program, open }) =>
      FROM_FOUND.test(open.call.command)
        ? `The ${program} script parses JSON from where \`find\` found nothing (-1)`
        : `The ${program} script parses as JSON what is empty or begins with something else`,
  },
  {
    pattern: /JSONDecodeError|is not valid JSON|Unexpected (?:token|end) .{0,40}JSON/,
    say: (_m, { program }) => `The ${program} script parses text that is not JSON`,
  },
  {
    pattern: /jq: error .*Cannot (?:index|iterate over) (\w+)(?: with (?:string )?[`'"]?([\w.-]+))?/,
    say: (m) => `\`jq\` reads ${m[2] ? code(m[2]) : 'items'} from a ${m[1]}: the data has another shape`,
  },
  {
    pattern:
      /near [`'"](\w+)[`'"]: syntax error|syntax error at or near [`'"]([^`'"]{1,40})|right syntax to use near [`'"]([^`'"\n]{1,40})/,
    say: (m, { program }) => {
      const near = (m[1] ?? m[2] ?? m[3])!.trim();
      return firstFit(
        [near, /^\W?\w+/.exec(near)?.[0] ?? near].map(
          (text) => `${program} cannot parse the statement near ${code(text)}`,
        ),
        [`${program} cannot parse the statement`],
      );
    },
  },
  {
    pattern: /\b([\w.]*\w)\(\) got an unexpected keyword argument [`'"](\w+)/,
    say: (m) => `${code(callable(m[1]!))} takes no keyword argument ${code(m[2]!)}`,
  },
  {
    pattern: /\b([\w.]*\w)\(\) missing \d+ required (?:positional|keyword-only) arguments?: [`'"](\w+)/,
    say: (m) => `${code(callable(m[1]!))} is called without ${code(m[2]!)}`,
  },
];
