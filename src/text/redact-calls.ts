/** Passwords among the arguments of a call of code, where no name says that they are one. */
import { argument } from './redact-arguments.ts';
import { REDACTED } from './redact-marker.ts';
import type { TokenRule } from './redact-rules.ts';

export const CALL_RULES: TokenRule[] = [
  // The second argument
  argument(
    '_bind(|_open(|pw_set(|ls.basic(|wilio|login(|b.auth(|asearch(|edential|Client(|rPassword(|StaticV4(',
    /(?:[._]login|ldap_bind|imap_open|_pw_set|redentials\.basic|\bdb\.auth|\balgoliasearch|\b(?:Network|\w+Password)Credentials?|\.UserPassword|StaticV4|\b[tT]wilio(?:["']\))?|\b(?:Client|\w*Credentials)(?=\(["'](?:AC|\[RED)))\((?:(?:\$\w+|["']\{[^"'\n]{1,80}["']), *)?["'][^"'\n]{1,80}["'], *(?=["'])/,
  ),
  // The key of a keyed hash: first of all, or behind the hash and the text.
  argument(
    'Hmac(|hmac(|mac.new(|mac.New(|MAC.|MACSHA|hmac, |m_slice(|acopt|Fernet(|ookieSession(|eygrip(|app.keys',
    /(?:(?:\b(?:createHmac|hash_hmac|hmac\.[nN]ew|HMAC\.\w+|HMACSHA\d+)\((?:["'][\w-]{1,12}["'], *|\w+\.\w+, *)?(?:\$\w+, *)?(?:\[\]byte\(|Encoding\.\w+\.GetBytes\()?|:hmac, :\w+, |\b(?:Fernet|new_from_slice)\()b?|(?:\b(?:cookieSession|Keygrip)\((?:[^()]{0,200}keys: *)?|\bapp\.keys *= *)\[(?:["']?\[REDACTED\]["'], *)*)(?=["'`](?!(?:RSA-)?(?:sha|md|SHA|MD)\d))|-macopt +(?:hex)?key:/,
    /(?![[$])["'`]?(?![$-])[^\s"'`\\][^\s"'`]{2,}/,
  ),
  // A user and a password in one text, or in a map of them
  argument('USERPWD', /USERPWD["']?(?:, *| *=> *| *= *)["'][^\s:"'$]{1,60}:/),
  {
    hints: ['users', 'ccounts{'],
    pattern:
      /(?:basic_?auth[^}]{0,40}?\b(?:users["']?: *|accounts)\{|\busers["']?(?:: ?[\w<>, ]{1,40})? *[:=] *\{(?=[^{}]{0,400}\}[^{}]{0,200}(?:basic_?auth|verify_password)))[^{}]{0,600}\}|basic_?auth_?users: *\n(?:[ \t]+\S+: *\S+\n?){1,40}/gi,
    by: (users) => users.replace(/(: *["']?)(?!\[R|\$|\w+[.(])(?=\D{0,60}\d)[^\s"'{}]{4,}/g, `$1${REDACTED}`),
  },
  // The name of an entry of a directory, and its password
  argument(`'cn=|"cn=|'uid=|"uid=`, /["'](?:cn|uid)=[^"'\n]{1,120}["'], *(?=["'][^"'\n]{0,60}\d)/),
  argument(
    'set_password(|oracledb.|cx_Oracle.',
    /\b(?:set_password\(["'][^"'\n]{1,80}["'], *|(?:oracledb|cx_Oracle)\.connect\()["'][^"'\n]{1,80}["'], *(?=["'])/,
  ),
  argument('', /create_superuser\([^()\n]{1,120}, *(?=["'][^"'=]{1,80}["']\))/),
  argument(
    'hSync(|hpw(|rd_hash(|crypt(|sh::make(|_password(|jwt.',
    /(?:\b(?:hashSync|hashpw|(?:generate_)?password_hash|b?crypt|Hash::make|make_password)\(b?|\bjwt\.(?:sign|verify|encode|decode)\([^()\n]{1,80}, *)(?=["'])/,
  ),
  argument(
    '.fill(|.type(|_keys(|dKeys(',
    /\b(?:fill|type|send_?[kK]eys)\(["'][^\n]{0,40}[Pp]assw[^\n,]{0,20}["'], *(?=["'])/,
  ),
  argument(
    '="password|name":|key":',
    /\bvalue["']?[=:] ?["']/,
    /[^"'\n\\[][^"'\n\\]{2,}(?=["'][^<>{}\n]{0,80}["'](?:\w*_)?(?:password|PASSWORD|SECRET|TOKEN))/,
  ),
  argument(
    'uth=(|uth = (|uth(|tication(|iFi.b',
    /(?:\b(?:\w+_)?auth ?= ?|BasicAuth|basic_auth|\.auth|(?:basic|Password)Authentication|\bWiFi\.begin)\(["'][^"'\n]{0,80}["'], *(?:password *= *|Some\()?/,
  ),
  // A host, a user and a password
  argument(
    'PDO(|PDO-|mysqli(|mysqli-|onnect|redentials(',
    /(?:(?:\b(?:PDO|mysqli)(?:->__construct)?|onnect(?:ion)?)\(|\bCredentials\("[^"\n]{1,80}", *)(?:(?:["'][^"'\n]{1,120}["']|(?<=getConnection\()[\w.]+), *(?:\d+, *)?){2}(?=["'])/,
  ),
];
