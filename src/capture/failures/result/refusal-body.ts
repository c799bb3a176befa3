import { isObject, type Json, objectEnd } from '../../../text/json.ts';

/** The body of a service's answer that refuses what it was sent, in the forms of the common frameworks. */

const DEPTH_MAX = 3;
const ITEMS_MAX = 4;
const FIELDS_MAX = 12;

/** The object that a text begins with; null where none does, or it is cut off. */
export function leadingObject(text: string): Json | null {
  const end = text.startsWith('{') ? objectEnd(text, 0) : -1;
  if (end < 0) return null;
  try {
    return JSON.parse(text.slice(0, end)) as Json;
  } catch {
    return null;
  }
}

/** What the service cannot do anything with: not one that is not known, not allowed or too many. */
const OF_INPUT = new Set([400, 405, 406, 411, 413, 415, 417, 422]);
/** A server that breaks on what it cannot read. */
const UNREADABLE =
  /\b(?:json|body|payload|request) (?:parse|parsing) error|could not (?:parse|read)|unexpected (?:token|end of (?:json|input))|deserializ|malformed|invalid utf-?8|cannot construct instance|not (?:json )?serializable/i;
/** What GraphQL says of a query that does not fit its schema. */
const OF_QUERY =
  /^(?:Cannot query field|Unknown (?:argument|type|directive|fragment)|Syntax Error|Variable "\$|Field "[^"]+" (?:of type|argument|must|is not)|Argument "|Expected (?:type|value)|Enum ")/;
/** Codes of PostgreSQL and its gateway for a request that is not well put. */
const OF_DATABASE = /^(?:PGRST\d{3}|(?:22|23|42)[0-9A-Z]{3})$/;
const OF_TYPE = /(?:Validation|Serialization|InvalidParameter\w*|MalformedQuery\w*)(?:Exception|Error)?$/;

const STATUS = ['status', 'statusCode', 'status_code', 'code'];
const SAYING =
  'errors issues details detail message msg reason description error_description errorMessage title root_cause error'.split(
    ' ',
  );
const NAMING = ['path', 'loc', 'field', 'param', 'property'];
/** Says only that there is something. */
const BARE =
  /^(?:bad request|invalid (?:request|input|data)|validation (?:failed|error)|unprocessable (?:entity|content)|one or more validation errors occurred|error|fail(?:ed|ure)?|body|null)\.?$/i;

/** The status of HTTP that an answer tells in itself; 0 where it tells none. */
function statusTold(body: Json): number {
  const inner = isObject(body['error']) ? body['error'] : {};
  const told = [...STATUS.map((key) => body[key]), ...STATUS.map((key) => inner[key])].map(Number);
  return told.find((code) => code >= 100 && code < 600) ?? 0;
}

/** What a value of the answer says, the most particular first. */
function sayings(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).flatMap((each) => sayings(each, depth + 1));
  const body = value as Json;
  const said = SAYING.flatMap((key) => sayings(body[key], depth + 1));
  const name = NAMING.map((key) => body[key]).find((each) => typeof each === 'string' || Array.isArray(each));
  const field = Array.isArray(name) ? name.at(-1) : name;
  const isField = typeof field === 'string' && !field.startsWith('/');
  if (said.length > 0) return isField ? said.map((each) => named(field, each)) : said;
  return Object.entries(body)
    .slice(0, FIELDS_MAX)
    .flatMap(([key, each]) => (isTexts(each) ? each.map((text) => named(key, text)) : []));
}

const named = (field: string, said: string): string =>
  said.toLowerCase().includes(field.toLowerCase()) ? said : `${field}: ${said}`;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

/** The most particular of what an answer says. */
export function saidIn(body: Json): string {
  const all = sayings(body).map((each) => each.trim());
  return all.find((each) => each !== '' && !BARE.test(each)) ?? all.find((each) => each !== '') ?? '';
}

/** Texts under a name may be data as well. */
const TELLS_FAULT = /\s(?:is|are|must|may|can|can't|cannot|should|not|does|has)\s\S/i;

/** Lists what is wrong with the parts of what was sent. */
function listsFaults(body: Json): boolean {
  const error = isObject(body['error']) ? body['error'] : {};
  const lists = [body['detail'], body['errors'], body['issues'], error['issues'], error['errors']];
  const list = lists.find(Array.isArray) as unknown[] | undefined;
  if (list?.some(isFault)) return true;
  const isNamed = isObject(body['errors']);
  const texts = Object.values(isNamed ? (body['errors'] as Json) : body);
  const isOfFaults = (each: unknown) =>
    isTexts(each) && (isNamed || each.every((text) => TELLS_FAULT.test(text)));
  return texts.length > 0 && texts.length <= FIELDS_MAX && texts.every(isOfFaults);
}

/** One part of what was sent, and what is wrong with it; or a query that does not fit. */
const isFault = (each: unknown): boolean =>
  isObject(each) &&
  ((NAMING.some((key) => each[key] !== undefined) && (each['msg'] ?? each['message']) !== undefined) ||
    (typeof each['message'] === 'string' && OF_QUERY.test(each['message'])));

/** True where an answer refuses what was sent, by its form or its status. */
export function refusesByForm(body: Json): boolean {
  const status = statusTold(body);
  if (status >= 400) return OF_INPUT.has(status) || (status === 500 && UNREADABLE.test(saidIn(body)));
  if (status > 0) return false;
  const code = body['code'];
  if (typeof code === 'string' && OF_DATABASE.test(code) && typeof body['message'] === 'string') return true;
  if (typeof body['__type'] === 'string' && OF_TYPE.test(body['__type'])) return true;
  return listsFaults(body);
}

/** True where an answer says itself that nothing was done. */
export const saysNo = (body: Json): boolean =>
  body['success'] === false || body['ok'] === false || /^(?:error|fail\w*)$/i.test(String(body['status']));
