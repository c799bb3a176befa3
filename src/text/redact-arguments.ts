/** Passwords that stand among a program's arguments, where no name says that they are one. */
import type { TokenRule } from './redact-rules.ts';

/** Neither taken out already nor a variable. */
const VALUE = /(?!\[|\$)\\*["']?(?![$-])[^\s"'\\][^\s"']{2,}/.source;

/**
 * What stands before the secret is group 1 of the pattern; a blank that is repeated may be a tab, too. `hints` are
 * separated by bars.
 */
export function keep(hints: string, pattern: RegExp): TokenRule {
  return {
    hints: hints.split('|'),
    pattern: new RegExp(pattern.source.replace(/ (?=[+*])/g, '[ \\t]'), pattern.flags),
    keepFirstGroup: true,
  };
}

/** What stands before the secret is kept. */
const argument = (hints: string, before: RegExp, value = VALUE): TokenRule =>
  keep(hints, new RegExp(`(${before.source})${value}`, 'g'));

/** The value of an option of one of these programs, among other arguments of the same command. */
function option(programs: string, options: string, hints = programs): TokenRule {
  return argument(hints, new RegExp(`\\b(?:${programs})\\b[^\\n|;&]{0,200}?[ \\t"']-(?:${options}) *`));
}

export const PASSWORD_ARGUMENTS: TokenRule[] = [
  argument(
    'htpasswd',
    /\bhtpasswd +(?:-[a-mo-zA-Z]*b[a-mo-zA-Z]* +[^\s-]\S*|-[a-zA-Z]*(?:n[a-zA-Z]*b|b[a-zA-Z]*n)[a-zA-Z]*) +[^\s-]\S* +/,
  ),
  argument('-U |--user=', /(?:[ \t]-U *|[ \t]--user(?:=| +))\\*["']?[^\s%"'$]{1,80}%/),
  option('lftp', `u +["']?[^\\s,"']{1,80},`),
  argument(
    'freerdp|mstsc|mdkey|signtool',
    /(?:freerdp\d?|mstsc|cmdkey|signtool)\b[^\n|;&]{0,200}?[ \t]\/p(?:ass)?[: ]/,
  ),
  argument('net use', /\b[Nn]et use\b[^\n|;&]{0,120}?[ \t]/, '(?![\\[$/*\\\\])\\S{3,}(?= +\\/user:)'),
  argument('net use', /\b[Nn]et use(?:\b[^\n|;&]{0,120}?\/user:|r +)[^\s"']{1,80} +/, '(?![\\[$/*])\\S{3,}'),
  argument('/rp ', /[ \t]\/ru +[^\s"']{1,80} +\/rp +/),
  argument('/v ', /[ \t]\/v +\w*[Pp]assword[^\n]{0,40}?[ \t]\/d +/),
  option(
    'sshpass|(?:docker|podman|helm|oc|az|nerdctl) +(?:registry +|acr +)?login|sqlcmd|bcp',
    '[pP]',
    'sshpass|docker|podman|sqlcmd|bcp |helm|az |oc ',
  ),
  option('redis-cli', 'a'),
  option('ldap\\w+', 'w', 'ldap'),
  option('mosquitto_\\w+', 'P', 'mosquitto'),
  option(
    'mongo\\w*|twine|ipmitool|cqlsh|influx|ncftp\\w*',
    '[pPw]',
    'mongo|twine|ipmitool|cqlsh|influx|ncftp',
  ),
  option(
    'security +[a-z]+-keychain|security +import|certutil|cypher-shell',
    '[pP](?![a-z])',
    'keychain|ecurity import|tutil|cypher-shell',
  ),
  option('vercel|codecov\\.io/bash\\)', 't[ \\t]', 'ercel |decov'),
  option('swaks', 'ap[ \\t]'),
  option('useradd|usermod', 'p[ \\t]', 'radd |rmod '),
  argument('crypt_string', /\bencrypt_string +(?:-[\w-]+(?:=| +)[^\s-]\S* +){0,4}/),
  // A user and a password, on their way into base64.
  argument(
    'se64|b64encode(|btoa(|tBytes(',
    /(?:\b(?:echo|printf) +(?:-\w+ +|["']?%s["']? +)*(?=[^\n|]{1,200}\| *base64)\\*["']?|\b(?:b64encode|btoa|GetBytes)\(b?\\*["'])[\w.@+-]{1,60}:/,
    '(?!\\[|\\$|//)[^\\s"\'|\\\\]{4,}',
  ),
  argument('MLRe', /\bSAMLRe(?:sponse|quest)\\*["']? *[=:] *(?=\\*["']?[\w%+/]{40})/),
  argument(
    'PIN|2FA|OTP|cation code|urity code|"pin',
    /(?:\b(?:PIN|OTP)|(?:2FA|cation|urity) code|\bpin)\\*["']?(?: is|:|=| ist)? *\\*["']?/,
    '\\d{4,8}(?![\\w:/-]|[.,]\\d)',
  ),
  argument(
    ' key |-key |i key: |y key: ',
    /(?:\b(?:my|api|secret|access|the) |-)key(?: is|:|=)? +["'`]?/i,
    '(?=[a-f]*\\d)(?=\\d*[a-f])(?:[0-9a-f]{8}){4,8}\\b',
  ),
  argument(
    'ssword ',
    /\b(?:user(?:name)?|login) +[^\s:]{1,40},? +(?:and|with) +password +/,
    '["\'`]?(?!field|manag|auth|protec|hash|instead)[^\\s"\'`[]{6,}',
  ),
  // A user and a password, whatever the program.
  argument(
    ' -u ',
    /[ \t]-u +[^\s"']{1,60} +-p */,
    '(?![[$-]|\\d+(?:[\\s:]|$)|(?:crit|info|warning|debug|notice|alert|emerg)\\b)\\S{4,}',
  ),
  option('plink|pscp|psftp|putty', 'pw[ \\t]'),
  option('snmp\\w+', '[AX][ \\t]', 'snmp'),
  option('(?:un)?zip|zipcloak', 'P', 'zip '),
  option('7z[arz]?|(?:un)?rar', 'h?p', '7z|rar '),
  option('ssh-keygen', '[NP][ \\t]'),
  option('openssl', '(?:k[ \\t]|K[ \\t]|pass(?:in|out)? +pass:)'),
  argument(
    'http -|https -|xh -',
    /\b(?:https?|xh) +-[^\n|;&:]{0,80}?(?:a|-auth)[ \t=]+\\*["']?[^\s:"'$]{1,80}:/,
  ),
  argument('SecureString', /\bConvertTo-SecureString +(?:-String +)?/),
  argument('t-parameter', /\bput-parameter\b(?=[^\n]{0,300}SecureString)[^\n|;&]{0,200}?--value[ \t=]+/),
  argument(
    'kv put|kv patch|crets set',
    /\b(?:kv (?:put|patch)|secrets set)\b[^\n|;&]{0,200}?[ \t][\w.-]{1,60}=/,
  ),
  argument('set --secret', /config set --secret +[\w:.-]{1,80} +/),
  argument('bw ', /\bbw +(?:login +[^\s-]\S*|unlock) +/),
  argument(
    'openssl passwd|mkpasswd',
    /\b(?:openssl passwd|mkpasswd) +(?:(?:-(?:salt|m|S) +\S+|-[\w=-]+) +){0,6}/,
  ),
  argument(
    'oathtool|TOTP(',
    /(?:\boathtool +(?:-\S+ +){0,4}|\bTOTP\()/,
    '\\\\*["\']?(?=\\w{4})[A-Za-z2-7 ]{16,}',
  ),
  argument(
    'uirepass|masterauth',
    /\b(?:requirepass|masterauth) +/,
    '(?!\\[|is\\b|not\\b|and\\b|or\\b|in\\b)\\\\*["\']?[^\\s"\'\\\\-][^\\s"\']{2,}',
  ),
  argument('AUTH ', /(?:\d|redis)> ?AUTH +(?:\w+ +)?/),
  argument('SETUSER |setuser ', /\bACL SETUSER [^\n>]{1,120}[ \t]\\*["']?>/i),
  argument('> PASS ', /> PASS +/),
  // IMAP, and calls whose second argument is a password
  argument('LOGIN ', /\b[A-Za-z]{1,4}\d+ LOGIN +\\*"?[^\s"]{1,80}"? +/),
  argument(
    '.login(|db.auth(|algoliasearch(|twilio|rkCredential(',
    /(?:\.login|\bdb\.auth|\balgoliasearch|\bNetworkCredential|twilio\\*["']\))\(\\*["'][^"'\n]{1,80}["'], *(?=\\*["'])/,
  ),
  argument('create_superuser(', /create_superuser\([^()\n]{1,120}, *(?=\\*["'][^"'=]{1,80}["']\))/),
  argument(
    'shSync(|shpw(|password_hash(|crypt(|jwt.',
    /(?:\b(?:hashSync|hashpw|password_hash|crypt)\(b?|\bjwt\.(?:sign|verify|encode|decode)\([^()\n]{1,80}, *)(?=\\*["'])/,
  ),
  argument(
    '.fill(|.type(|_keys(|dKeys(',
    /\b(?:fill|type|send_?[kK]eys)\(\\*["'][^\n]{0,40}[Pp]assw[^\n,]{0,20}["'], *(?=\\*["'])/,
  ),
  argument(
    '="password',
    /\bvalue=\\*["']/,
    `[^"'\\n\\\\[][^"'\\n\\\\]{2,}(?=\\\\*["'][^<>\\n]{0,80}["']password)`,
  ),
  argument('@tcp(|@unix(', /(?:^|[\s"'`=(])[\w.-]{1,40}:/, '(?!\\[|\\$)[^\\s"\'/]{2,}(?=@(?:tcp|unix)\\()'),
  argument('SET PASSWORD', /\bSET PASSWORD FOR[^\n=]{1,80}= *(?=\\*["'])/),
  argument(
    'IDENTIFIED BY ',
    /\bIDENTIFIED BY +(?!(?:PASSWORD|VALUES|RANDOM)\b)/,
    '(?![[$"\'<])[^\\s;\\\\]{3,}',
  ),
  argument('rclone config', /\brclone config (?:create|update)\b[^\n|;&]{0,200}?[ \t]pass[ \t=]+/),
  argument('bundle config', /\bbundle config (?:set )?(?:--\w+ +)?[\w./:-]{3,100} +[\w.-]{1,60}:/),
  argument('-admin-password|r:password', /\b(?:reset-admin-password|user:password +[^\s"']{1,60}) +/),
  // `use … as the password`, `log in with bob / …`
  argument(
    'as the pass|as pass|als Passwor|as its pass',
    /\b(?:use|using|with|try|nimm|enter|set) +/i,
    '\\\\*["\'`]?(?=\\S*\\d)(?=\\S*[A-Za-z])[^\\s"\'`[]{6,}(?=["\'`]? +(?:as|als) +(?:the |its )?[Pp]ass(?:word|wort|phrase))',
  ),
  argument(
    'og in with |ogin with |gin is |login: |edentials|/pass|ugangsdaten',
    /(?:\b[Ll]og ?in(?: with| is|:)|[Cc]redentials(?: are)?:?|[Uu]sername\/password:|[Zz]ugangsdaten:) +\w[\w.@-]{0,40}(?: \/ |\/|:)/,
    '(?=[^\\s/]*\\d)(?=[^\\s/]*[A-Za-z])[^\\s/:"\'`,.]{6,}(?![\\w/])',
  ),
  argument(
    'rclone obscure|http-basic.|b-oauth.|r-secrets set',
    /\b(?:rclone obscure|github-oauth\.\S{1,40}|(?:http-basic\.\S{1,40}|user-secrets set) +\S{1,80}) +/,
  ),
  option('security add-(?:generic|internet)-password', 'w[ \\t]', '-password '),
  argument('nmcli', /\bnmcli\b[^\n|;&]{0,200}?[ \t]password +/),
  argument(
    'assword',
    /assword[^"\n]{0,20}\\*"[\s{;]{0,20}send +(?:-- +)?\\*/,
    `["'{](?!\\$)[^\\s"'{}\\\\]{3,}`,
  ),
  argument('--from-literal', /--from-literal[= \t]\\*["']?[\w.-]{1,80}=/),
  argument('auth=(|auth = (|BasicAuth(', /(?:\bauth ?= ?|BasicAuth)\(\\*["'][^"'\n]{0,80}["'], */),
  argument(
    'chpasswd',
    /(?:\becho +(?:-e +)?(?=[^\n|]{1,200}\|[^\n|]{0,40}\bchpasswd)|\bchpasswd\b[^\n]{0,20}<<(?:< *|[^\n]{1,20}\n)|(?<=chpasswd:(?:\s|\\n)+list:[ \t|>-]*(?:\n|\\n)(?:[^\n\\]*(?:\n|\\n)){0,20}) +(?:- )?)\\*["']?[\w.-]{1,40}:/,
    `(?!\\[|\\$)[^\\s"'|\\\\]{3,}`,
  ),
  argument(
    'rabbitmqctl|wpa_passphrase',
    /\b(?:rabbitmqctl +(?:add_user|change_password|authenticate_user)|wpa_passphrase) +\S{1,80} +/,
  ),
  argument(
    'sqlplus|sqlldr|expdp|impdp|:thin:',
    /(?:\b(?:sqlplus|sqlldr|expdp|impdp) +(?:-\w+ +){0,4}|:thin:)[\w$#]{1,64}\//,
    `(?!\\[|\\$)[^\\s@"'/]{3,}(?=@)`,
  ),
  argument('secret set', /\bsecret set\b[^\n|;&]{0,160}?[ \t](?:--body|--value|-b)[ \t=]*/),
  argument(
    'mc alias set|mc config host add',
    /\bmc (?:alias set|config host add) +\S{1,80} +\S{1,200} +\S{1,80} +/,
  ),
  argument(
    'nar.login|authtoken |_authToken |doctl auth|snyk auth|wandb login|cargo login|vault login',
    /(?:\bdoctl auth init[^\n|;&]{0,80}?(?:-t|--access-token)|\bsnyk auth|authtoken|_authToken|sonar\.login|(?:wandb|cargo|vault) login)[ \t=]+/,
    `(?!\\[|\\$|-)\\\\*["']?[^\\s"'\\\\]{8,}`,
  ),
];
