/** Passwords that stand among a program's arguments, where no name says that they are one. */
import type { TokenRule } from './redact-rules.ts';

/** Neither taken out already nor a variable. */
const VALUE = /(?![[$])["']?(?![$-])[^\s"'\\][^\s"']{2,}/;

/** What stands for a value, or was one: a variable, what a usage text or a template puts there. */
const NO_VALUE = '\\[|\\$[A-Za-z{(]|<|your[-_]|x{4}';

/**
 * What stands before the secret is group 1 of the pattern; a blank that is repeated may be a tab, too, and `(?!~` is
 * before no such value. `hints` are separated by bars.
 */
export function keep(hints: string, pattern: RegExp): TokenRule {
  return {
    hints: hints.split('|'),
    pattern: new RegExp(
      pattern.source.replace(/ (?=[+*{])/g, '[ \\t]').replace('(?!~', `(?!${NO_VALUE}`),
      pattern.flags,
    ),
  };
}

/** The words that a pattern begins with. */
const BEGINNING = /^(?:\\b)?(?:\(\?:)?([\w |-]+)/;

/** What stands before the secret is kept. @param hints the words that the pattern begins with, where empty */
export const argument = (hints: string, before: RegExp, value = VALUE): TokenRule =>
  keep(
    hints || BEGINNING.exec(before.source)![1]!.trimEnd(),
    new RegExp(`(${before.source})${value.source}`, 'g'),
  );

/** What stands behind one of these words among the arguments of one of these programs. */
const given = (
  programs: string,
  words: string,
  hints = programs.replace(/\\w[*+]|\\d\?/g, ''),
  value = VALUE,
): TokenRule =>
  argument(hints, new RegExp(`\\b(?:${programs})\\b[^\\n|;&]{0,200}?[ \\t"'](?:${words})`), value);

/** The value of an option of one of these programs. */
const option = (programs: string, options: string, hints?: string): TokenRule =>
  given(programs, `-(?:${options}) *`, hints);

export const PASSWORD_ARGUMENTS: TokenRule[] = [
  argument(
    'htpasswd|to_passwd',
    /(?:ht|to_)passwd +(?:-[ac-mo-zA-Z]*b[a-mo-zA-Z]* +[^\s-]\S*|-(?=[a-mo-zA-Z]*n)(?=[ac-zA-Z]*b)[a-zA-Z]+)(?: +\d+)? +[^\s-]\S* +/,
  ),
  argument('-U |-U"|-U\'|--user=', /(?:(?<![\w-])-U *|[ \t]--user(?:=| +))["']?[^\s%"'$]{1,80}%/),
  option('lftp', `u +["']?[^\\s,"']{1,80},`),
  given('\\w*freerdp\\d?|mstsc|cmdkey|signtool', '/p(?:ass)?[: ]'),
  given('[Nn]et use', '', 'et use', /(?![[$/*\\])\S{3,}(?= +\/user:)/),
  argument('net use', /\b[Nn]et use(?:\b[^\n|;&]{0,120}?\/user:|r +)[^\s"']{1,80} +/, /(?![[$/*])\S{3,}/),
  argument('/rp ', /[ \t]\/ru +[^\s"']{1,80} +\/rp +/),
  argument('/v ', /[ \t]\/v +\w*[Pp]assword[^\n]{0,40}?[ \t]\/d +/),
  option(
    'sshpass|(?:docker|podman|helm|oc|az|nerdctl) +(?:registry +|acr +)?login|conan +user|sqlcmd|bcp|ovsx|vsce|supabase',
    '[pP]',
    'sshpass|docker|podman|conan|sqlcmd|bcp |helm|az |oc |ovsx|vsce|supabase',
  ),
  // `--key` alone mostly names something.
  argument(
    '--key',
    /[ \t]--key[= ]/,
    /["']?(?=\S*[a-z])(?=\S*[A-Z])(?=(?:[^\s\d]*\d){2})(?!\S*[/.:$=[])[^\s"']{10,}/,
  ),
  option('redis-cli', 'a'),
  option('ldap\\w+|kadmin', 'w|(?<=passwd\\b.{0,200})[as]'),
  option('mongo\\w*|veracrypt|twine|ipmitool|cqlsh|influx|ncftp\\w*|hydra|medusa|beeline', '[pPw](?!assw)'),
  option('security|certutil|cypher-shell|useradd|usermod', '[pP](?![a-z])'),
  option('plink|pscp|psftp|putty|swaks|sendemail', '(?:pw|[ax]p)[ \\t]'),
  option('hatch +publish', 'a[ \\t]', 'hatch '),
  option('vercel|codecov|anaconda', 't[ \\t]'),
  argument('', /\bencrypt_string +(?:-[\w-]+(?:=| +)[^\s-]\S* +){0,4}/),
  // A user and a password, on their way into base64.
  argument(
    'se64|64enc|btoa(|tBytes(',
    /(?:\b(?:echo|printf) +(?:-\w+ +|["']?%s["']? +)*(?=[^\n|]{1,200}\| *base64)["']?|\b(?:b64encode|btoa|GetBytes)\(b?["'])[\w.@+-]{1,60}:/,
    /(?!\[|\$|\/\/)[^\s"'|\\]{4,}/,
  ),
  argument('', /SAMLRe(?:sponse|quest)["']? *[=:] *(?=["']?[\w%+/]{40})/),
  argument(
    'PIN|2FA|OTP|tion code|rity code|"pin|im pin|IM pin',
    /(?:\b(?:PIN(?:, mine)?(?: for[^\n:]{1,30}?(?=:| is ))?|OTP)|(?:2FA|cation|urity) code|\b(?:[Ss][Ii][Mm] )?pin)["']?(?: is|:|=| ist)? *["']?/,
    /\d{4,8}(?![\w:/-]|[.,]\d)/,
  ),
  argument(
    ' key |-key |i key: |y key: |i key\n|y key\n',
    /(?:\b(?:my|api|app|application|account|client|crypt|encryption|master|secret|access|the|wandb|datadog|kaggle) |-)key(?: is|:|=)?(?: +|:?\n)["'`]?/i,
    /(?:(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{8}){4,8}\b|(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=(?:[A-Za-z_-]*\d){2})[\w-]{16,}(?:\+[\w+/=-]*)?={0,2}(?![\w/.(-]))/,
  ),
  argument(
    'ssword ',
    /\b(?:user(?:name)?|login) +[^\s:]{1,40},? +(?:and|with) +password +/,
    /["'`]?(?!field|manag|auth|protec|hash|instead)[^\s"'`[]{6,}/,
  ),
  // A user and a password, whatever the program; behind a blank, `mysql` is given the name of a database.
  argument(
    ' -u ',
    /[ \t]-u +[^\s"']{1,60} +-p *(?:(?<!\b(?:mysql|mariadb)\w*\b[^\n|;&]{0,120} )|(?=\S*\d))/,
    /(?!["']?[[$-]|\d+(?:[\s:]|$)|(?:crit|info|warning|debug|notice|alert|emerg)\b)\S{4,}/,
  ),
  argument(' -P ', /(?<![\w-])-U +[^\s"']{1,60} +-P +["']?(?!\w+=)(?=\S*\d)(?!\d+["']?(?:\s|$))/),
  argument(
    '-passin |-passout |BUNDLE_|doveadm auth|+login ',
    /(?:-pass(?:in|out) +pass:|\bBUNDLE_\w{1,60}__\w{1,60}["']?[:=] *["']?[\w.-]{1,60}:|(?:\bdoveadm auth (?:test|login)|\+login) +(?!anonymous)[\w.@-]{1,60} +(?!\+))/,
  ),
  given('check_\\w+', '-p +(?!["\']?\\d+["\']?(?:\\s|$))', 'check_'),
  // `user:password@host`, without a scheme
  argument(
    'govc |GOVC_URL|.py |impacket-|mysqlsh ',
    /(?:\bmysqlsh +|\bgovc\b[^\n|;&]{0,200}?[ \t]-u[ =]|\bGOVC_URL=|\b(?:[a-z]\w+\.py|impacket-\w+) +(?:-[^\n|;&]{0,200} )?)["']?[^\s:"'@$]{1,60}(?:@[^\s:"'@$]{1,60})?:/,
    /(?![[$/])[^\s"'@]{3,}(?=@[\w.-])/,
  ),
  // What hosts of repositories call whoever has a token
  argument(
    'oauth2:|access-token:|ci-token:|__token__:|token-auth:',
    /(?<![\w/-])(?:oauth2|x-access-token|gitlab-ci-token|__token__|x-token-auth):/,
    /(?![[$<{])[^\s"'@/:]{8,}(?=@\w)/,
  ),
  option('ab', 'A[ \\t]+[^\\s:]{1,60}:', 'ab -'),
  option('evil-winrm', 'H[ \\t]'),
  argument('isql ', /\bisql +\w\S* +\w\S* +(?=\S*\d)/),
  argument('.logon ', /\.logon +\S{1,80}\/[^\s,]{1,60},/),
  argument(
    'samba-tool|login=|mask::|"params',
    /(?:\bsamba-tool user (?:add|create) +[^\s-]\S* +|\blogin=[^\s:"'&]{1,60}:|::add-mask::|"(?:auth|login)\w*", *"params": *\["[^"\n]{1,80}", *(?="[^"]*\d))/,
  ),
  argument(
    'rake ',
    /\brake +[^\n]{0,60}(?:user|passw|secret|token)[\w:]*\[[^\],\n]{0,60}, */,
    /(?=[^\],\s]*\d)[^\],\s"']{6,}/,
  ),
  // A user and a password, each on a line of a file
  argument(
    'printf| <<',
    /(?:(?:pass <\()?printf +['"](?=(?<=pass <.{0,12})|[^'"]*['"] *> *\S{0,80}(?:auth|pass|cred|login))|> *\S{0,80}(?:auth|pass|cred|login)\S{0,40} *<<\S{1,40}\n)[^\s:=\\]{1,60}(?:\\n|\n)/,
    /(?![[$])[^\s:='"\\]{4,}(?=(?:\\n)?['"]|\n\w+(?:\s|$))/,
  ),
  argument(
    'printf ',
    /\bprintf +["']?%s\\n%s(?:\\n)?["']? +[\w.@-]{1,60} +/,
    /["']?(?![[$])[^\s"'\\]{4,}(?=["']? *> *\S{0,80}(?:auth|pass|cred|login))/,
  ),
  argument('', /db2 connect to +\S+ +user +\S+ +using +/),
  argument(
    '--encrypt ',
    /\bqpdf\b[^\n|;&]{0,200}?--encrypt +(?:\S+ +)?/,
    /["']?[^\s"'[-][^\s"']{2,}(?=["']?(?: +\S+)? +(?:40|128|256)\b)/,
  ),
  option('snmp\\w+', '[AX][ \\t]'),
  option('snmp\\w+', 'c +(?!(?:public|private)\\b)'),
  option('zip|unzip|zipcloak|mosquitto_\\w+|knife', '[a-z]{0,4}P'),
  argument('', /-creds(?:=| +)["']?[^\s:]{1,60}:/),
  option('7z\\w*|rar|unrar', 'h?p'),
  option('ssh-keygen', '[NP][ \\t]'),
  option('openssl', '(?:k|K|hmac)[ \\t]|pass(?:in|out)? +pass:'),
  argument(
    'http -|https -|xh -',
    /\b(?:https?|xh) +-[^\n|;&:]{0,80}?(?:a|-auth)[ \t=]+["']?[^\s:"'$]{1,80}:/,
  ),
  argument('', /ConvertTo-SecureString +(?:-String +)?/),
  keep('ConvertTo', /(["'])[^"'\n]{3,200}(?=["'] *\| *ConvertTo-SecureString)/g),
  argument('-upw |-opw ', / -[uo]pw +/),
  argument('user = |user="', /(?:^|\n|<<< *["'])user *= *["']?[^\s:"']{1,60}:/),
  given('put-parameter\\b(?=[^\\n]{0,300}SecureString)', '--value[ \\t=]+', 'put-parameter'),
  given('kv put|kv patch|secrets set', '[\\w.-]{1,60}='),
  argument('kv put|ctl put', /\b(?:kv|etcdctl) put +[\w./:-]{0,80}(?:pass(?:word|wd)?|token|secret|key) +/),
  argument('', /config set --secret +[\w:.-]{1,80} +/),
  argument('bw ', /\bbw +(?:login +[^\s-]\S*|unlock) +/),
  argument('', /\b(?:openssl passwd|mkpasswd) +(?:(?:-(?:salt|m|S) +\S+|-[\w=-]+) +){0,6}/),
  argument('oathtool|TOTP(', /(?:\boathtool +(?:-\S+ +){0,4}|\bTOTP\()/, /["']?(?=\w{4})[A-Za-z2-7 ]{16,}/),
  argument(
    '',
    /(?:requirepass|masterauth|bindpw|AUTH PLAIN|AUTH LOGIN|auth_pass|rootpw(?: +--plaintext|:)?) +/,
    /(?!\[|is\b|not\b|and\b|or\b|in\b)["']?[^\s"'\\-][^\s"']{2,}/,
  ),
  argument('AUTH ', /(?:(?:\d|redis)>|\bredis-cli\b[^\n|;&]{0,80}) ?AUTH +(?:\w+ +(?=\w))?/),
  argument('SETUSER ', /\bACL SETUSER [^\n>]{1,120}[ \t]["']?>/i),
  argument('PASS ', /(?:>|331 [^\n]{0,80}\n|\bUSER +\S{1,60}(?:\\r)?(?:\\n|\r?\n)) ?PASS +/),
  // IMAP
  argument('LOGIN ', /\b[A-Za-z]{1,4}\d+ LOGIN +"?[^\s"]{1,80}"? +/),
  argument('@tcp(|@unix(', /(?:^|[\s"'`=(])[\w.-]{1,40}:/, /(?![[$])[^\s"'/]{2,}(?=@(?:tcp|unix)\()/),
  keep(
    'dentified|DENTIFIED',
    /(\b(?:[Ii]dentified|IDENTIFIED) +(?:[Ww](?:ith|ITH) +\S{1,40} +)?(?:BY +(?!PASSWORD|VALUES|RANDOM)|[Bb]y +(?=["']))["']?)(?![$<[])[^\s;"'\\]{2,}/g,
  ),
  given('mysql\\w*|mariadb|mycli', '-p'),
  given('rclone config', 'pass[ \\t=]+'),
  argument('', /\bbundle config (?:set )?(?:--\w+ +)?[\w./:-]{3,100} +[\w.-]{1,60}:/),
  argument(
    '-admin-password|r:password|upwd |dctl ',
    /\b(?:reset-admin-password|(?:user:password|upwd|ejabberdctl +(?:register|change_password) +[^\s"']{1,60}) +[^\s"']{1,60}) +/,
  ),
  argument('PRAGMA ', /\bPRAGMA (?:re)?key *= *(?=["'])/),
  argument('ifi |i-Fi|LAN', /[Ww](?:i-?[Ff]i|LAN)\b[^\n]{0,30}?(?:[Kk]ey|lüssel)(?: is|:| ist) +(?=\S*\d)/),
  // `use … as the password`, `log in with bob / …`
  argument(
    'as the pass|as pass|als Passwor|as its pass|s the ',
    /(?:^|\n|\b(?:use|using|with|try|nimm|enter|set(?: it to)?) +)/i,
    /["'`]?(?=\S*\d)(?=\S*[A-Za-z])[^\s"'`[]{6,}(?=["'`]?,? +(?:as|als|is|(?:[—–-] )?that.?s) +(?:the +|its +)?(?:\w+ +)?[Pp]assw)/,
  ),
  argument(
    ' / |og in|ogin|reds|entials|/pass|ugangsd|admin:|admin/|root:|root/',
    /(?:\b[Ll]og ?in(?: with| as| is|:)|[Cc]red(?:ential)?s(?: are)?:?|[Uu]sername\/password:|[Zz]ugangsdaten:) +["']?\w[\w.@-]{0,40}["']?(?: \/ | and ["']?| (?:with|using) (?=\S*[a-z])(?=\S*[A-Z])|\/|:)|(?<![\w/.-])(?:admin|root)[:/]|\b[Uu]se +\w[\w.@-]{0,40} \/ |[\w.-]@[\w.-]{1,60} \/ /,
    /(?=[^\s/]{0,60}\d)(?=[^\s/]{0,60}[A-Za-z])[^\s/:"'`,.]{6,}(?![\w/])/,
  ),
  argument(
    'obscure|http-b|b-oauth|r-secrets',
    /\b(?:rclone obscure|github-oauth\.\S{1,40}|(?:http-basic\.\S{1,40}|user-secrets set) +\S{1,80}) +/,
  ),
  argument(
    'echo |printf ',
    /\b(?:echo|printf) +(?:-n +)?(?=[^\s\d]{0,99}\d\S{0,99} *> *\S{0,80}(?:(?:pass|token|secret)\w{0,40}(?:\.txt)?|\.key)(?:[\s"'\\;&)]|$))/,
  ),
  // A program that prints a password, in the place of a file or a command that has it
  argument(
    '(echo |(printf |"echo |\'echo |=echo ',
    /(?<![A-Za-z])(?:(?:[Pp]ass\w*|PASS[A-Z]*|key)[-_](?:file|FILE|command|COMMAND|cmd)(?:=| +)["']?(?:<\()?|(?:private|preshared)-key +<\()(?:echo|printf) +(?:-n +)?/,
    /["']?(?!\[|\$|-)[^\s"'\\)]{3,}/,
  ),
  option('security add-(?:generic|internet)-password', 'w[ \\t]', '-password '),
  given('nmcli', 'password +'),
  given('dscl', '-passwd +\\S+ +'),
  argument(
    'assword|assphr',
    /ass(?:word|phrase)[^"\n]{0,20}"[\s{;]{0,20}send +(?:-- +)?\\*/,
    /["'{](?!\$)[^\s"'{}\\]{3,}/,
  ),
  argument('', /--from-literal[= \t]["']?[\w.-]{1,80}=/),
  argument(
    'chpasswd',
    /(?:\becho +(?:-e +)?(?=[^\n|]{1,200}\|[^\n|]{0,40}\bchpasswd)|\bchpasswd\b[^\n]{0,20}<<(?:< *|[^\n]{1,20}\n)|(?<=chpasswd:\s+list:[ \t|>-]*\n(?:[^\n]*\n){0,20}) +(?:- )?)["']?[\w.-]{1,40}:/,
    /(?![[$])[^\s"'|\\]{3,}/,
  ),
  argument(
    'mqctl|wpa_pass|radtest|ary passw',
    /(?:\b(?:rabbitmqctl\b[^\n|;&]{0,80}? (?:add_user|change_password|authenticate_user)|wpa_passphrase|radtest)|temporary password is generated for) +\S{1,80} +/,
  ),
  argument(
    'sqlplus|sqlldr|pdp|:thin:|userid=',
    /(?:\b(?:sqlplus|sqlldr|expdp|impdp) +(?:-\w+ +){0,4}|:thin:|\buserid=["']?)[\w$#]{1,64}\//,
    /(?![[$])[^\s@"'/]{3,}(?=@|[ \t]+\w+=|$)/,
  ),
  // Of Cisco's devices
  argument(
    'assword |secret ',
    /\b(?:enable|username +\S{1,40}(?: +privilege +\d+)?) +(?:secret|password) +\d +/,
    /\S{4,}/,
  ),
  given('secret set|secret:create|env:create', '(?:--body|--value|-b)[ \\t=]*'),
  argument('', /\bmc (?:alias set|config host add) +\S{1,80} +\S{1,200} +\S{1,80} +/),
  argument(
    'nar.login|uthtoken|uthToken|l auth|k auth|db login|go login|lt login',
    /(?:\bdoctl auth init[^\n|;&]{0,80}?(?:-t|--access-token)|\bsnyk auth|authtoken|_authToken|sonar\.login|(?:wandb|cargo|vault) login)[ \t=]+/,
    /(?!\[|\$|-)["']?[^\s"'\\]{8,}/,
  ),
];
