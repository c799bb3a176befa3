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
  return argument(hints, new RegExp(`\\b(?:${programs})\\b[^\\n|;&]{0,200}?[ \\t]-(?:${options})[ \\t]*`));
}

export const PASSWORD_ARGUMENTS: TokenRule[] = [
  argument(
    'htpasswd',
    /\bhtpasswd[ \t]+(?:-[a-mo-zA-Z]*b[a-mo-zA-Z]*[ \t]+[^\s-]\S*|-[a-zA-Z]*(?:n[a-zA-Z]*b|b[a-zA-Z]*n)[a-zA-Z]*)[ \t]+[^\s-]\S*[ \t]+/,
  ),
  argument('-U |--user=', /(?:[ \t]-U[ \t]*|[ \t]--user(?:=|[ \t]+))\\*["']?[^\s%"'$]{1,80}%/),
  option('lftp', `u[ \\t]+["']?[^\\s,"']{1,80},`),
  argument('/p:', /(?:freerdp\d?|mstsc|cmdkey)\b[^\n|;&]{0,200}?[ \t]\/p(?:ass)?:/),
  argument('net use', /\b[Nn]et use\b[^\n|;&]{0,120}?[ \t]/, '(?![\\[$/*\\\\])\\S{3,}(?=[ \\t]+\\/user:)'),
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
  option('plink|pscp|psftp|putty', 'pw[ \\t]'),
  option('snmp\\w+', '[AX][ \\t]', 'snmp'),
  option('zip|unzip|zipcloak', 'P', 'zip '),
  option('7z[arz]?|(?:un)?rar', 'h?p', '7z|rar '),
  option('ssh-keygen', '[NP][ \\t]'),
  option('openssl', '(?:k[ \\t]|K[ \\t]|pass(?:in|out)?[ \\t]+pass:)'),
  argument(
    'http -|https -|xh -',
    /\b(?:https?|xh)[ \t]+-[^\n|;&:]{0,80}?(?:a|-auth)[ \t=]+\\*["']?[^\s:"'$]{1,80}:/,
  ),
  argument('SecureString', /\bConvertTo-SecureString[ \t]+(?:-String[ \t]+)?/),
  argument(
    'rclone obscure|http-basic.|user-secrets set',
    /\b(?:rclone obscure|(?:http-basic\.\S{1,40}|user-secrets set)[ \t]+\S{1,80})[ \t]+/,
  ),
  option('security add-(?:generic|internet)-password', 'w[ \\t]', '-password '),
  argument('nmcli', /\bnmcli\b[^\n|;&]{0,200}?[ \t]password[ \t]+/),
  argument(
    'assword',
    /assword[^"\n]{0,20}\\*"[\s{]{0,20}send[ \t]+(?:--[ \t]+)?\\*/,
    `["'{](?!\\$)[^\\s"'{}\\\\]{3,}`,
  ),
  argument('--from-literal', /--from-literal[= \t]\\*["']?[\w.-]{1,80}=/),
  argument('auth=(|auth = (|BasicAuth(', /(?:\bauth ?= ?|BasicAuth)\(\\*["'][^"'\n]{0,80}["'],[ \t]*/),
  argument(
    'chpasswd',
    /\becho[ \t]+(?:-e[ \t]+)?\\*["']?[\w.-]{1,40}:/,
    `(?!\\[|\\$)[^\\s"'|\\\\]{3,}(?=\\\\*["']?[ \\t]*\\|[^\\n|]{0,40}\\bchpasswd\\b)`,
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
    'sonar.login|authtoken |_authToken |doctl auth|snyk auth|wandb login|cargo login|vault login',
    /(?:\bdoctl auth init[^\n|;&]{0,80}?(?:-t|--access-token)|\bsnyk auth|authtoken|_authToken|sonar\.login|(?:wandb|cargo|vault) login)[ \t=]+/,
    `(?!\\[|\\$|-)\\\\*["']?[^\\s"'\\\\]{8,}`,
  ),
];
