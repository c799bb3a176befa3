/** Secrets in files that do not name them: a column of a file of logins, an attribute of a state, a list of bytes. */
import { keep } from './redact-arguments.ts';
import { REDACTED } from './redact-marker.ts';
import type { TokenRule } from './redact-rules.ts';
import { LEAD } from './redact-values.ts';

/** What a file of logins is called by, or begins with, and the lines below. */
const LOGINS =
  /((?:(?:ch|p)ap-secrets|# *client\s+server\s+secret|sasl_passw|postfix\/sasl|userlist\.txt)[^\n]{0,200})((?:\n[^\n]{0,300}){1,60})/g;
/** A client, a server, the secret, and the addresses; a host, and a user with the password; or a user and that, in quotes. */
const LOGIN = new RegExp(
  `^(${LEAD}[ \\t]*(?:(?!#)[^\\s"]\\S*|"[^"\\n]*")[ \\t]+(?:[^\\s"]+|"[^"\\n]*")[ \\t]+)(?!\\[R)(?:"[^"\\n]{3,}"|[^\\s"]{3,}(?=[ \\t]+(?:\\*|[\\d.:/]+)[ \\t]*$))` +
    `|^(${LEAD}[ \\t]*\\[?[\\w-]+(?:\\.[\\w-]+)+\\]?(?::\\d+)?[ \\t]+[^\\s:]+:)(?!\\[R)[^\\s"']{3,}(?:(?: \\w{4}){3}$)?` +
    `|^(${LEAD}[ \\t]*"[^"\\n]{1,64}"[ \\t]+")(?!\\[R)[^"\\n]{3,}(?="[ \\t]*$)`,
  'gm',
);

const withoutLogins = (_: string, head: string, lines: string): string =>
  head +
  lines.replace(
    LOGIN,
    (_line, client?: string, host?: string, user?: string) => (client ?? host ?? user) + REDACTED,
  );

/** As many bytes as a key of Ed25519 has, alone or with its public half, in a list or on lines of their own. */
const BYTES =
  /(?<![\w\])])\[\s{0,20}(?:\d{1,3},\s{0,20}){31}(?:(?:\d{1,3},\s{0,20}){32})?\d{1,3}\s{0,20}\]|(?<![\w\])])\[\s{0,20}(?:\d{1,3},\s{0,20}){12,62}\d{0,3}…|(?<=^|[^\d,\s]\r?\n)(?:\d{1,3}\r?\n){31}(?:(?:\d{1,3}\r?\n){32})?\d{1,3}(?!\d|\r?\n\d)/g;
/** Three characters each: what a hint of two looks like is everywhere. */
const LIST_BEGINNINGS = [...'0123456789'].flatMap((digit) => [
  ...[...'0123456789,'].map((next) => `[${digit}${next}`),
  `[\n${digit}`,
  `${digit}\n1`,
  `${digit}\r\n1`,
]);
LIST_BEGINNINGS.push('[\n ', '[\n\t', '[\r\n');
const LARGE_SHARE = 0.31;
const DISTINCT_SHARE = 0.75;

/** Random bytes are rarely alike, and mostly of three digits. */
function withoutKey(list: string): string {
  const bytes = list.match(/\d+/g)!.map(Number);
  const isRandom =
    bytes.every((byte) => byte < 256) &&
    bytes.filter((byte) => byte > 99).length >= LARGE_SHARE * bytes.length &&
    new Set(bytes).size >= DISTINCT_SHARE * bytes.length &&
    bytes.some((byte, at) => byte < bytes[at - 1]!);
  return isRandom ? `[${REDACTED}]` : list;
}

export const FILE_RULES: TokenRule[] = [
  // Terraform's state and what it shows of it
  keep(
    'random_password',
    /(random_password"(?:(?!"type"|\bresource ")[\s\S]){0,900}?\bresult"? *[:=] *")(?!\[R)(?:[^"\\\n]|\\.){4,}/g,
  ),
  keep(
    '"sensitive',
    /("value": ?")(?!\[R)(?:[^"\\\n]|\\.){4,512}(?=",\s*"type": ?"string",\s*"sensitive": ?true)/g,
  ),
  keep(
    '"sensitive',
    /("sensitive": ?true,\s*"type": ?"string",\s*"value": ?")(?!\[R)(?:[^"\\\n]|\\.){4,512}/g,
  ),
  {
    hints: ['ap-secrets', '# client', '#client', 'sasl_passw', 'fix/sasl', 'serlist.txt'],
    pattern: LOGINS,
    by: withoutLogins,
  },
  keep(
    'ap-secrets',
    /(\becho +(?:-\w+ +)?["'\\]{0,2}[\w.@*-]+["\\]{0,2}\s+["\\]{0,2}[\w.*-]+["\\]{0,2}\s+["'\\]{0,2})(?![[$])[^\s"'\\]{3,}(?=[^\n]{0,160}(?:ch|p)ap-secrets)/g,
  ),
  keep(
    'sasl_passw|fix/sasl|postmap',
    /(\b(?:echo +(?:-\w+ +)?["']?\S{3,80} +[^\s:]{1,80}:|printf +(?:'[^'\n]{0,80}'|"[^"\n]{0,80}") +\S{3,80} +\S{1,80} +["']?))(?![[$])[^\s"']{3,}(?:(?: \w{4}){3}(?=["']))?(?=[^\n]{0,160}(?:sasl_passw|postfix\/sasl|postmap))/g,
  ),
  keep(
    ']:587|]:465|]:25|[smtp|[mail|[relay',
    /(\[[\w-]+(?:\.[\w-]+)+\](?::(?:25|465|587|2525)[ \t]+|[ \t]+(?=[^\s:@]{1,80}@))[^\s:]{1,80}:)(?![[$])[^\s"']{3,}(?:(?: \w{4}){3}(?!\S))?/g,
  ),
  // SNMP
  keep(
    'ommunity |ommunity6|com2sec|trapsink|trap2sink',
    /((?:\br[ow]community6?|\bsnmp(?:-server)? community|\bcom2sec6?(?: +-Cn +\S+)? +\S{1,60} +\S{1,60}|\btrap2?sink +\S{1,80}) +["']?)(?!public\b|private\b|\[|\$|<|string\b|to\b|is\b|for\b)[^\s"']{4,}/g,
  ),
  keep(
    'mp_comm|mp-comm|mpComm|MP_COMM|ity_str|ityStr|ITY_STR',
    /((?:snmp[_-]?community|community_?string)["']? *[:=] *["']?)(?!public\b|private\b|str(?:ing)?\b|none\b|null\b|\w+[.(]|~)[^\s"',;)]{4,}/gi,
  ),
  keep(
    'ommunity',
    /(\bcommunity["']?[ \t]*[:=] *["']?)(?:(?<=(?:\bv?2c|\b161|snmp)\b[\s\S]{0,300})|(?=[\s\S]{0,300}\b(?:v?2c|161|snmp)\b))(?!public\b|private\b|str(?:ing)?\b|none\b|null\b|true\b|false\b|\w+[.(]|[[{]|~)[^\s"',;)}]{4,}/gi,
  ),
  keep('createUser ', /(\bcreateUser (?:-e \S+ )?\S{1,60} +(?:MD5|SHA\S*) +["']?)(?!\[)[^\s"']{8,}/g),
  keep('createUser ', /(\bcreateUser [^\n]{1,200} (?:DES|AES\S*) +["']?)(?!\[)[^\s"']{8,}/g),
  keep('master.key|redentials/', /((?:master|credentials\/\w{1,40})\.key[^\n]{0,80}\n)[\da-f]{32}\b/g),
  // Logins of other servers
  keep('{PLAIN|{CLEAR', /(\{(?:PLAIN|CLEAR(?:TEXT)?)(?:\.\w+)?\})[^\s:"']{3,}/g),
  keep('serlist.txt', /("[^"\n]{1,64}\\?" \\?")(?!\[R)[^"\\\n]{3,}(?=\\?"[^\n]{0,80}userlist\.txt)/g),
  keep(
    '.pass|user-pass|auth.txt',
    /(\bcat +\S{0,80}(?:\.pass|user-pass|auth\.txt)\n[\w.@-]{1,60}\n)(?=\S*[^a-z\s])(?!\[R)[^\s:={}"']{6,}(?=[ \t]*(?:\n|$))/g,
  ),
  // Of Subversion: a name, the length of its value, and that
  keep('assword\nV |assphrase\nV ', /(\bpass(?:word|phrase)\nV \d{1,3}\n)(?!\[R)[^\n]{3,}/g),
  keep(': XAUTH|: EAP|: NTLM', /(: (?:XAUTH|EAP|NTLM) +")[^"\n]{3,}/g),
  keep('Password::|odePwd::', /((?:Password|unicodePwd):: +)[\w+/]{6,}={0,2}/g),
  keep('PASSWORD ', /(\bPASSWORD \w{2,30} = )\S{6,}/g),
  keep('davfs', /(https?:\/\/\S{3,120} +\S{1,60} +)[^\s"'[$]{3,}(?=["']?[^\n]{0,80}davfs2?\/secrets)/g),
  // The cookies of a browser or a client, whatever each is called
  {
    hints: ['"cookies"'],
    pattern: /"cookies": ?\[[^[\]]{10,20000}/g,
    by: (cookies) => cookies.replace(/("value": ?")(?!\[R)[^"\\\n]{8,}/g, `$1${REDACTED}`),
  },
  // A key in code, as a list of hexadecimal bytes
  keep(
    '{ 0x|{0x',
    /((?:key|KEY|Key|secret|SECRET|psk|PSK)\w{0,40}(?:\[\w*\])? *= *\{ ?)(?:0x[\da-fA-F]{2},?\s{0,12}){8,64}(?=\}|…)/g,
  ),
  // Solana
  { hints: LIST_BEGINNINGS, pattern: BYTES, by: withoutKey },
];
