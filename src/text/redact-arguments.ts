/** Passwords that stand among a program's arguments, where no name says that they are one. */
import type { TokenRule } from './redact-rules.ts';

/** Neither taken out already nor a variable. */
const VALUE = /(?!\[|\$)\\*["']?(?![$-])[^\s"'\\][^\s"']{2,}/.source;

/** What stands before the secret is kept; `hints` are separated by bars. */
function argument(hints: string, before: RegExp, value = VALUE): TokenRule {
  return {
    hints: hints.split('|'),
    pattern: new RegExp(`(${before.source})${value}`, 'g'),
    keepFirstGroup: true,
  };
}

/** The value of an option of one of these programs, among other arguments of the same command. */
function option(programs: string, options: string, hints = programs): TokenRule {
  return argument(hints, new RegExp(`\\b(?:${programs})\\b[^\\n|;&]{0,200}?[ \\t"']-(?:${options})[ \\t]*`));
}

export const PASSWORD_ARGUMENTS: TokenRule[] = [
  argument(
    'htpasswd',
    /\bhtpasswd[ \t]+(?:-[a-mo-zA-Z]*b[a-mo-zA-Z]*[ \t]+[^\s-]\S*|-[a-zA-Z]*(?:n[a-zA-Z]*b|b[a-zA-Z]*n)[a-zA-Z]*)[ \t]+[^\s-]\S*[ \t]+/,
  ),
  argument('-U |--user=', /(?:[ \t]-U[ \t]*|[ \t]--user(?:=|[ \t]+))\\*["']?[^\s%"'$]{1,80}%/),
  option('lftp', `u[ \\t]+["']?[^\\s,"']{1,80},`),
  argument(
    'freerdp|mstsc|mdkey|signtool',
    /(?:freerdp\d?|mstsc|cmdkey|signtool)\b[^\n|;&]{0,200}?[ \t]\/p(?:ass)?[: ]/,
  ),
  argument('net use', /\b[Nn]et use\b[^\n|;&]{0,120}?[ \t]/, '(?![\\[$/*\\\\])\\S{3,}(?=[ \\t]+\\/user:)'),
  argument(
    'net use',
    /\b[Nn]et use(?:\b[^\n|;&]{0,120}?\/user:|r[ \t]+)[^\s"']{1,80}[ \t]+/,
    '(?![\\[$/*])\\S{3,}',
  ),
  argument('/rp ', /[ \t]\/ru[ \t]+[^\s"']{1,80}[ \t]+\/rp[ \t]+/),
  argument('/v ', /[ \t]\/v[ \t]+\w*[Pp]assword[^\n]{0,40}?[ \t]\/d[ \t]+/),
  option(
    'sshpass|(?:docker|podman|helm|oc|az|nerdctl)[ \\t]+(?:registry[ \\t]+|acr[ \\t]+)?login|sqlcmd|bcp|redis-cli|ldap(?:search|modify|add|whoami)',
    '[apPw]',
    'sshpass|docker|podman|sqlcmd|bcp |helm|az |oc |redis-cli|ldap',
  ),
  option(
    'mongo(?:sh|dump|restore|export|import|stat|top)?|twine|ipmitool|mosquitto_(?:pub|sub|rr)|cqlsh|influx|ncftp\\w*',
    '[pPw]',
    'mongo|twine|ipmitool|mosquitto|cqlsh|influx|ncftp',
  ),
  option(
    'security[ \\t]+[a-z]+-keychain|security[ \\t]+import|certutil|cypher-shell',
    '[pP](?![a-z])',
    'keychain|ecurity import|tutil|cypher-shell',
  ),
  option('vercel|codecov\\.io/bash\\)', 't[ \\t]', 'ercel |decov'),
  option('swaks', 'ap[ \\t]'),
  option('useradd|usermod', 'p[ \\t]', 'radd |rmod '),
  argument('crypt_string', /\bencrypt_string[ \t]+(?:-[\w-]+(?:=|[ \t]+)[^\s-]\S*[ \t]+){0,4}/),
  // A user and a password, on their way into base64.
  argument(
    'se64|b64encode(|btoa(|tBytes(',
    /(?:\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+|["']?%s["']?[ \t]+)*(?=[^\n|]{1,200}\|[ \t]*base64)\\*["']?|\b(?:b64encode|btoa|GetBytes)\(b?\\*["'])[\w.@+-]{1,60}:/,
    '(?!\\[|\\$|//)[^\\s"\'|\\\\]{4,}',
  ),
  argument('MLRe', /\bSAMLRe(?:sponse|quest)\\*["']?[ \t]*[=:][ \t]*(?=\\*["']?[\w%+/]{40})/),
  argument(
    'PIN|2FA|OTP|cation code|urity code|"pin',
    /(?:\b(?:PIN|OTP)|(?:2FA|cation|urity) code|\bpin)\\*["']?(?: is|:|=| ist)?[ \t]*\\*["']?/,
    '\\d{4,8}(?![\\w:/-]|[.,]\\d)',
  ),
  argument(
    ' key |-key |i key: |y key: ',
    /(?:\b(?:my|api|secret|access|the) |-)key(?: is|:|=)?[ \t]+["'`]?/i,
    '(?=[a-f]*\\d)(?=\\d*[a-f])(?:[0-9a-f]{8}){4,8}\\b',
  ),
  argument(
    'ssword ',
    /\b(?:user(?:name)?|login)[ \t]+[^\s:]{1,40},?[ \t]+(?:and|with)[ \t]+password[ \t]+/,
    '["\'`]?(?!field|manag|auth|protec|hash|instead)[^\\s"\'`[]{6,}',
  ),
  // A user and a password, whatever the program.
  argument(
    ' -u ',
    /[ \t]-u[ \t]+[^\s"']{1,60}[ \t]+-p[ \t]*/,
    '(?![[$-]|\\d+(?:[\\s:]|$)|(?:err|crit|info|warning|debug|notice|alert|emerg)\\b)\\S{4,}',
  ),
  option('plink|pscp|psftp|putty', 'pw[ \\t]'),
  option('snmp\\w+', '[AX][ \\t]', 'snmp'),
  option('(?:un)?zip|zipcloak', 'P', 'zip '),
  option('7z[arz]?|(?:un)?rar', 'h?p', '7z|rar '),
  option('ssh-keygen', '[NP][ \\t]'),
  option('openssl', '(?:k[ \\t]|K[ \\t]|pass(?:in|out)?[ \\t]+pass:)'),
  argument(
    'http -|https -|xh -',
    /\b(?:https?|xh)[ \t]+-[^\n|;&:]{0,80}?(?:a|-auth)[ \t=]+\\*["']?[^\s:"'$]{1,80}:/,
  ),
  argument('SecureString', /\bConvertTo-SecureString[ \t]+(?:-String[ \t]+)?/),
  argument('t-parameter', /\bput-parameter\b(?=[^\n]{0,300}SecureString)[^\n|;&]{0,200}?--value[ \t=]+/),
  argument(
    'kv put|kv patch|crets set',
    /\b(?:kv (?:put|patch)|secrets set)\b[^\n|;&]{0,200}?[ \t][\w.-]{1,60}=/,
  ),
  argument('set --secret', /config set --secret +[\w:.-]{1,80} +/),
  argument('bw ', /\bbw[ \t]+(?:login[ \t]+[^\s-]\S*|unlock)[ \t]+/),
  argument(
    'openssl passwd|mkpasswd',
    /\b(?:openssl passwd|mkpasswd)[ \t]+(?:(?:-(?:salt|m|S)[ \t]+\S+|-[\w=-]+)[ \t]+){0,6}/,
  ),
  argument(
    'oathtool|TOTP(',
    /(?:\boathtool[ \t]+(?:-\S+[ \t]+){0,4}|\bTOTP\()/,
    '\\\\*["\']?(?=\\w{4})[A-Za-z2-7 ]{16,}',
  ),
  argument(
    'uirepass|masterauth',
    /\b(?:requirepass|masterauth)[ \t]+/,
    '(?!\\[|is\\b|not\\b|and\\b|or\\b|in\\b)\\\\*["\']?[^\\s"\'\\\\-][^\\s"\']{2,}',
  ),
  argument('AUTH ', /(?:\d|redis)> ?AUTH[ \t]+(?:\w+[ \t]+)?/),
  argument('> PASS ', /> PASS[ \t]+/),
  // IMAP, and calls whose second argument is a password
  argument('LOGIN ', /\b[A-Za-z]{1,4}\d+ LOGIN[ \t]+\\*"?[^\s"]{1,80}"?[ \t]+/),
  argument(
    '.login(|db.auth(|algoliasearch(|twilio|rkCredential(',
    /(?:\.login|\bdb\.auth|\balgoliasearch|\bNetworkCredential|twilio\\*["']\))\(\\*["'][^"'\n]{1,80}["'],[ \t]*(?=\\*["'])/,
  ),
  argument('create_superuser(', /create_superuser\([^()\n]{1,120},[ \t]*(?=\\*["'][^"'=]{1,80}["']\))/),
  argument(
    'shSync(|shpw(|password_hash(|crypt(|jwt.',
    /(?:\b(?:hashSync|hashpw|password_hash|crypt)\(b?|\bjwt\.(?:sign|verify|encode|decode)\([^()\n]{1,80},[ \t]*)(?=\\*["'])/,
  ),
  argument(
    '.fill(|.type(|_keys(|dKeys(',
    /\b(?:fill|type|send_?[kK]eys)\(\\*["'][^\n]{0,40}[Pp]assw[^\n,]{0,20}["'],[ \t]*(?=\\*["'])/,
  ),
  argument(
    '="password',
    /\bvalue=\\*["']/,
    `[^"'\\n\\\\[][^"'\\n\\\\]{2,}(?=\\\\*["'][^<>\\n]{0,80}["']password)`,
  ),
  argument('@tcp(|@unix(', /(?:^|[\s"'`=(])[\w.-]{1,40}:/, '(?!\\[|\\$)[^\\s"\'/]{2,}(?=@(?:tcp|unix)\\()'),
  argument('SET PASSWORD', /\bSET PASSWORD FOR[^\n=]{1,80}=[ \t]*(?=\\*["'])/),
  argument(
    'IDENTIFIED BY ',
    /\bIDENTIFIED BY[ \t]+(?!(?:PASSWORD|VALUES|RANDOM)\b)/,
    '(?![[$"\'<])[^\\s;\\\\]{3,}',
  ),
  argument('rclone config', /\brclone config (?:create|update)\b[^\n|;&]{0,200}?[ \t]pass[ \t=]+/),
  argument('bundle config', /\bbundle config (?:set )?(?:--\w+[ \t]+)?[\w./:-]{3,100}[ \t]+[\w.-]{1,60}:/),
  argument('-admin-password|r:password', /\b(?:reset-admin-password|user:password[ \t]+[^\s"']{1,60})[ \t]+/),
  // `use … as the password`, `log in with bob / …`
  argument(
    'as the pass|as pass|als Passwor|as its pass',
    /\b(?:use|using|with|try|nimm|enter|set)[ \t]+/i,
    '\\\\*["\'`]?(?=\\S*\\d)(?=\\S*[A-Za-z])[^\\s"\'`[]{6,}(?=["\'`]?[ \\t]+(?:as|als)[ \\t]+(?:the |its )?[Pp]ass(?:word|wort|phrase))',
  ),
  argument(
    'og in with |ogin with |gin is |login: |edentials|/pass|ugangsdaten',
    /(?:\b[Ll]og ?in(?: with| is|:)|[Cc]redentials(?: are)?:?|[Uu]sername\/password:|[Zz]ugangsdaten:)[ \t]+\w[\w.@-]{0,40}(?: \/ |\/|:)/,
    '(?=[^\\s/]*\\d)(?=[^\\s/]*[A-Za-z])[^\\s/:"\'`,.]{6,}(?![\\w/])',
  ),
  argument(
    'rclone obscure|http-basic.|b-oauth.|r-secrets set',
    /\b(?:rclone obscure|github-oauth\.\S{1,40}|(?:http-basic\.\S{1,40}|user-secrets set)[ \t]+\S{1,80})[ \t]+/,
  ),
  option('security add-(?:generic|internet)-password', 'w[ \\t]', '-password '),
  argument('nmcli', /\bnmcli\b[^\n|;&]{0,200}?[ \t]password[ \t]+/),
  argument(
    'assword',
    /assword[^"\n]{0,20}\\*"[\s{;]{0,20}send[ \t]+(?:--[ \t]+)?\\*/,
    `["'{](?!\\$)[^\\s"'{}\\\\]{3,}`,
  ),
  argument('--from-literal', /--from-literal[= \t]\\*["']?[\w.-]{1,80}=/),
  argument('auth=(|auth = (|BasicAuth(', /(?:\bauth ?= ?|BasicAuth)\(\\*["'][^"'\n]{0,80}["'],[ \t]*/),
  argument(
    'chpasswd',
    /(?:\becho[ \t]+(?:-e[ \t]+)?(?=[^\n|]{1,200}\|[^\n|]{0,40}\bchpasswd)|\bchpasswd\b[^\n]{0,20}<<(?:<[ \t]*|[^\n]{1,20}\n)|(?<=chpasswd:(?:\s|\\n)+list:[ \t|>-]*(?:\n|\\n)(?:[^\n\\]*(?:\n|\\n)){0,20})[ \t]+(?:- )?)\\*["']?[\w.-]{1,40}:/,
    `(?!\\[|\\$)[^\\s"'|\\\\]{3,}`,
  ),
  argument(
    'rabbitmqctl|wpa_passphrase',
    /\b(?:rabbitmqctl[ \t]+(?:add_user|change_password|authenticate_user)|wpa_passphrase)[ \t]+\S{1,80}[ \t]+/,
  ),
  argument(
    'sqlplus|sqlldr|expdp|impdp|:thin:',
    /(?:\b(?:sqlplus|sqlldr|expdp|impdp)[ \t]+(?:-\w+[ \t]+){0,4}|:thin:)[\w$#]{1,64}\//,
    `(?!\\[|\\$)[^\\s@"'/]{3,}(?=@)`,
  ),
  argument('secret set', /\bsecret set\b[^\n|;&]{0,160}?[ \t](?:--body|--value|-b)[ \t=]*/),
  argument(
    'mc alias set|mc config host add',
    /\bmc (?:alias set|config host add)[ \t]+\S{1,80}[ \t]+\S{1,200}[ \t]+\S{1,80}[ \t]+/,
  ),
  argument(
    'nar.login|authtoken |_authToken |doctl auth|snyk auth|wandb login|cargo login|vault login',
    /(?:\bdoctl auth init[^\n|;&]{0,80}?(?:-t|--access-token)|\bsnyk auth|authtoken|_authToken|sonar\.login|(?:wandb|cargo|vault) login)[ \t=]+/,
    `(?!\\[|\\$|-)\\\\*["']?[^\\s"'\\\\]{8,}`,
  ),
];
