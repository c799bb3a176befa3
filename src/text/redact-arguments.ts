/** Passwords that stand among a program's arguments, where no name says that they are one. */
import type { TokenRule } from './redact-rules.ts';

function argument(hints: string[], pattern: RegExp): TokenRule {
  return { hints, pattern, keepFirstGroup: true };
}

export const PASSWORD_ARGUMENTS: TokenRule[] = [
  argument(
    ['htpasswd'],
    /(\bhtpasswd[ \t]+(?:-[a-mo-zA-Z]*b[a-mo-zA-Z]*[ \t]+[^\s-]\S*|-[a-zA-Z]*(?:n[a-zA-Z]*b|b[a-zA-Z]*n)[a-zA-Z]*)[ \t]+[^\s-]\S*[ \t]+)(?!\[|\$)[^\s;&|"'\\]{3,}/g,
  ),
  argument(
    ['-U ', '--user='],
    /((?:[ \t]-U[ \t]*|[ \t]--user(?:=|[ \t]+))\\*["']?[^\s%"'$]{1,80}%)(?!\[|\$)[^\s"']{3,}/g,
  ),
  argument(['lftp'], /(\blftp\b[^\n|;&]{0,200}?[ \t]-u[ \t]+["']?[^\s,"']{1,80},)(?!\[|\$)[^\s"']{3,}/g),
  argument(['/p:'], /((?:freerdp\d?|mstsc|cmdkey)\b[^\n|;&]{0,200}?[ \t]\/p(?:ass)?:)(?!\[|\$)[^\s"']{3,}/g),
  argument(['net use'], /(\bnet use\b[^\n|;&]{0,120}?[ \t])(?!\[|\$)[^\s/*\\][^\s]{2,}(?=[ \t]+\/user:)/gi),
  argument(
    ['mongo', 'twine', 'ipmitool', 'mosquitto', 'cqlsh', 'influx'],
    /(\b(?:mongo(?:sh|dump|restore|export|import|stat|top)?|twine|ipmitool|mosquitto_(?:pub|sub|rr)|cqlsh|influx)\b[^\n|;&]{0,200}?[ \t]-[pPw](?:[ \t]*))(?!\[REDACTED\])\\*['"]?(?![$-])[^\s'"\\]{3,}/g,
  ),
  argument(
    ['zip '],
    /(\b(?:zip|unzip|zipcloak)\b[^\n|;&]{0,200}?[ \t]-P[ \t]*)(?!\[|\$)["']?[^\s"'-][^\s"']{2,}/g,
  ),
  argument(
    ['7z', 'rar '],
    /(\b(?:7z[arz]?|(?:un)?rar)\b[^\n|;&]{0,200}?[ \t]-(?:h?p))(?!\[|\$|-)["']?[^\s"']{3,}/g,
  ),
  argument(
    ['chpasswd'],
    /(\becho[ \t]+(?:-e[ \t]+)?\\*["']?[\w.-]{1,40}:)(?!\[|\$)[^\s"'|\\]{3,}(?=\\*["']?[ \t]*\|[^\n|]{0,40}\bchpasswd\b)/g,
  ),
  argument(
    ['rabbitmqctl', 'wpa_passphrase'],
    /(\b(?:rabbitmqctl[ \t]+(?:add_user|change_password|authenticate_user)|wpa_passphrase)[ \t]+\S{1,80}[ \t]+)(?!\[|\$)["']?[^\s"']{3,}/g,
  ),
  argument(
    ['sqlplus', 'sqlldr', 'expdp', 'impdp', ':thin:'],
    /((?:\b(?:sqlplus|sqlldr|expdp|impdp)[ \t]+(?:-\w+[ \t]+){0,4}|:thin:)[\w$#]{1,64}\/)(?!\[|\$)[^\s@"'/]{3,}(?=@)/g,
  ),
  argument(
    ['secret set'],
    /(\bsecret set\b[^\n|;&]{0,160}?[ \t](?:--body|--value|-b)[ \t=]*\\*["']?)(?!\[|\$)[^\s"'\\-][^\s"'\\]{2,}/g,
  ),
  argument(
    ['mc alias set', 'mc config host add'],
    /(\bmc (?:alias set|config host add)[ \t]+\S{1,80}[ \t]+\S{1,200}[ \t]+\S{1,80}[ \t]+)(?!\[|\$)["']?[^\s"']{3,}/g,
  ),
  argument(['ssh-keygen'], /(\bssh-keygen\b[^\n|;&]{0,200}?[ \t]-[NP][ \t]+\\*["']?)(?!\[|\$)[^\s"'\\]{3,}/g),
  argument(['sonar.login'], /(sonar\.login=)(?!\[|\$)[^\s"'\\]{8,}/g),
  argument(['authtoken '], /(\badd-authtoken[ \t]+)(?!\[|\$)[^\s"']{8,}/g),
  argument(
    ['doctl auth', 'snyk auth'],
    /(\b(?:doctl auth init[^\n|;&]{0,80}?(?:-t|--access-token)|snyk auth)[ \t=]+)(?!\[|\$|-)[^\s"']{8,}/g,
  ),
];
