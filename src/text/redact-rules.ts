import { keep, PASSWORD_ARGUMENTS } from './redact-arguments.ts';
import { CALL_RULES } from './redact-calls.ts';
import { FILE_RULES } from './redact-files.ts';
import { SHOWN_RULES } from './redact-shown.ts';
import { INSERT, withoutInserted } from './redact-tables.ts';

/**
 * Shapes of credentials that are recognisable by themselves. Every pattern is linear: it starts with a
 * literal and either fails within a bounded number of characters or consumes what it has scanned.
 */
export interface TokenRule {
  /** One of these must occur before the pattern is run. */
  hints: string[];
  pattern: RegExp;
  /** What is put in place of a match; without it, what the pattern's first group keeps, and the mark. */
  by?: (all: string, ...groups: string[]) => string;
  /** True where a hint can only count at the start of a word. */
  atWord?: boolean;
}

const START = '(?<![A-Za-z0-9])';

/** `body` at the start of a word, and the `chars` after it; `hints` are separated by spaces. */
function token(hints: string, { source }: RegExp, chars = '\\w-'): TokenRule {
  return {
    hints: hints.split(' '),
    pattern: new RegExp(`()${START}${source}[${chars}]*`, 'g'),
    // A body that begins with a class has its literal further in.
    atWord: !/^(?:\[|\\d)/.test(source),
  };
}

/** What begins with two words is a name, `r8_quantized_weights_v2`; and a template is of one letter. */
const NO_NAME = '(?!(?:[a-z]{2,16}[_-]){2}|x{6})';

/** Any of these prefixes followed by `run`, and the `chars` after it. */
function prefixed(prefixes: string, run: string, chars?: string): TokenRule {
  return token(prefixes, new RegExp(`(?:${prefixes.replaceAll(' ', '|')})${NO_NAME}${run}`), chars);
}

const QUERY_NAMES = 'sig|signature|code|key|auth|sas|sessionid|sid|jwt|secret|sec|PHPSESSID|appid|tkn';
const QUERY_HINTS = ['?', '&', ';']
  .flatMap((mark) => `${QUERY_NAMES}|x-`.split('|').map((name) => mark + name))
  .join('|');

/** Between the fields of a cookie jar. */
const GAP = String.raw`(?:\t| {1,8})`;

const UUID = '[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}';

export const TOKEN_RULES: TokenRule[] = [
  // Cloud providers
  prefixed('DO00 AKIA ASIA ABIA ACCA AROA AIDA', '[A-Z0-9]{12,}'),
  token('ya29. AQ.Ab', /(?:ya29\.|AQ\.Ab)[\w-]{10,}/, '\\w.-'),
  prefixed('GOCSPX- GR1348941', '[\\w-]{12,}'),
  token('Q~', /[\w~.-]{3}\dQ~[\w~.-]{20,}/, '\\w~.-'),
  token('pscale_', /pscale_(?:tkn|pw|oauth)_[\w.-]{16,}/, '\\w.=-'),
  token(
    'FlyV1 fm1r_ fm1a_ fm2_ fo1_',
    /(?:FlyV1 (?:fm\d[a-z]?_)?|fm1[ar]_|fm2_|fo1_)[\w+/=,-]{16,}/,
    '\\w+/=,-',
  ),
  token('.atlasv1.', /[^\W_]{10,20}\.atlasv1\.[\w-]{20,}/),
  token('s.', /s\.(?=(?:[A-Za-z]*\d+){2}|(?!\w*[a-z]{4}))[^\W_]{24}(?![\w.])/),
  // Code hosts
  token('gl', /gl(?:pat|dt|rt|rtr|cbt|ptt|soat|ft|imt|agent|wt|oas|ffct)-[\w-]{12,}/, '\\w.-'),

  // Models
  token('sk-', /sk-(?!x{6})(?=[\w-]{0,60}\d)[\w-]{16,}/),
  // Messaging
  token('xox xapp-', /(?:xox[a-z](?:\.xox[a-z])?-|xapp-)[A-Za-z0-9-]{8,}/, '\\w-'),
  token(':APA', /[\w-]{8,24}:APA91b[\w-]{60,}/),
  token(':AA', /(?:bot)?\d{8,10}:AA[\w-]{30,}/),
  token('SG.', /SG\.[\w-]{16,32}\.[\w-]{16,}/),
  prefixed('key- fc- pul- SK AC', '[a-f0-9]{32}'),
  token('-us', /[a-f0-9]{32}-us\d{1,2}/),
  token('re_', /re_[^\W_]{6,10}_[^\W_]{16,}/),
  keep(
    'hooks.|/webhook|chat.goog|v2/hook|infura|alchemy|hc-ping',
    /(:\/\/[\w.-]{0,80}(?:hooks\.slack[\w.-]+\/\w+|discord(?:app)?\.com\/api[\w/]*\/webhooks|office\.com\/webhook(?:b2)?|hooks\.zapier\.com\/hooks|chat\.googleapis\.com\/v1\/spaces|\/open-apis\/bot\/v2\/hook|infura\.io\/v3|alchemy\.com\/v2|hc-ping\.com)\/)[^\s"'<>`\\]+/g,
  ),
  // Whoever has the address is let in.
  keep('rd.gg/|t.me/+', /(:\/\/(?:discord\.gg\/|t\.me\/\+))(?=[a-z-]{0,9}[A-Z\d])[\w-]{8,}/g),
  keep('/t/', /(:\/\/[\w.-]{1,80}\/t\/(?:[a-z]{2}-)?)(?=[^\W_]{0,60}\d)[^\W_]{20,}(?=\/)/g),
  keep(
    '/webhook|/key/|/invit|_invite/|reset/|password/|/verify|/confirm|/activate|/magic',
    /(:\/\/[^\s/]{1,80}(?:\/[\w-]{1,30}){0,3}\/(?:webhooks?|key|(?:shared_)?invit(?:e|ation)s?|(?:(?:password[_-]?)?reset(?:[_-]?password)?|verify(?:[_-]email)?|confirm(?:ation)?|activate|magic(?:[_-]?link)?)(?=\/[\da-z]{24,}(?![\w-])|\/[\w-]{0,60}?[a-z][A-Z]))\/)(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[A-Za-z])[\w-]{20,}/g,
  ),
  keep('/hooks/', /(\/hooks\/)(?=[a-z]*\d)[a-z0-9]{26}(?![\w-])/g),
  // Payments and shops
  token('sk_ rk_ rzp_', /(?:[sr]k|rzp)_(?:live|test|prod)_(?!x)[^\W_]{10,}/),
  token('sq0 EAAA', /(?:sq0[a-z]{3}-[\w-]{20,}|EAAA[\w-]{40,})/),
  token('access_token$', /access_token\$(?:production|sandbox)\$[a-z0-9$]{20,}/, 'a-z0-9$'),
  // Tools
  token('pat', /pat[^\W_]{14}\.[a-f0-9]{32,}/),
  token('dp.', /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{16,}/, '\\w.-'),
  prefixed(
    'glsa_ glc_ ptr_ whsec_ sntrys_ sntryu_ sntrya_ ops_eyJ syt_ ATBB ATCTT3 ATATT3',
    '[\\w+/=-]{16,}',
    '\\w+/=-',
  ),
  token('dt0', /dt0[a-z]\d\d\.[A-Z0-9]{16,}\.[A-Z0-9]{16,}/),
  prefixed('xaat- sdk- api- mob- ac- co- pat-na1- pat-eu1-', UUID),
  token(
    '-sandbox- -development- -production-',
    new RegExp(`[a-z]{4,9}-(?:sandbox|development|production)-${UUID}`),
  ),
  token('v1.0-', /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/),
  token('1/ 2/', /[12](?:\/\d{12,20}){1,2}:[a-f0-9]{32}/),
  // By itself only: files of caches are called so in a folder.
  token('0/', /(?<![/.])0\/[a-f0-9]{32}(?![\w/-]|\.\w)/),
  // Of any kind, by the prefix alone
  prefixed(
    'LTAI AKID PMAK- tskey- AGE-SECRET-KEY-1 hvs. hvb. hvr. sbp_ sb_secret_ tvly- NRAK- NRJS- NRII- NRAA- NRRA- NRBR- shpat_ shpca_ shppa_ shpss_ shptka_ dop_v1_ doo_v1_ dor_v1_ dos_v1_ dapi dckr_pat_ dckr_oat_ pk-lf- lsv2_pt_ lsv2_sk_ ls__ FLWSECK shippo_ lin_api_ lin_oauth_ figd_ figo_ figu_ figr_ p8e- CLOJARS_ dnkey- duffel_ fio-u- squ_ sqp_ sqa_ CCIPAT_ bkua_ r8_ e2b_ mlsn. sm_aat_ sha256~ cfut_ napi_ s-s4t2ud- tk-us- oauth: oy2 unkey_ signkey-',
    '(?=[\\w-]{0,60}\\d)[\\w-]{16,}',
  ),
  token('_pat_', /github_pat_(?=[\w-]{0,60}\d)[\w-]{16,}/),
  prefixed(
    'ghp_ gho_ ghu_ ghs_ ghr_ PRIVATE- vcp_ vck_ vca_ vci_ nfp_ rnd_ npm_ hf_ api_org_ gsk_ pplx- fw_ ntn_ secret_',
    '[^\\W_]{20,}',
    '\\w.-',
  ),
  prefixed(
    'AIza ABSK 1//0 HRKU- pypi- tgp_v1_ pcsk_ xkeysib- CFPAT- tfp_ aio_ pnu_ ico- rdme_ doppler_ sgp_ phx_ phc_ lip_ nvapi- jina_',
    '[\\w-]{20,}',
  ),
  prefixed('npg_', '[^\\W_]{10,}'),
  // Of an environment, whoever issued it
  keep(
    '_live_|_prod_|_test_|_dev_',
    /((?<![A-Za-z\d])(?!pk_)[a-z]{2,16}_(?:[a-z]{2,10}_)?(?:live|prod|test|dev)_)(?=[A-Za-z_-]{0,60}\d+[A-Za-z_-]{1,60}\d+[A-Za-z_-])(?=[\w-]{0,60}[A-Z])[\w-]{16,}/g,
  ),
  token('pk_', /pk_\d{6,}_[A-Z0-9]{32}/),
  token('pat.', /pat\.[\w-]{22}\.[a-f0-9]{24}\.[^\W_]{20}/),
  token('A3-', /A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){5}/),
  token('st.', /st\.[a-f0-9]{24}\.[a-f0-9]{32}/, '\\w.'),
  token('ak- as-', /a[ks]-(?=[a-z0-9]{0,60}[A-Z])(?=[A-Za-z]{0,60}\d)[^\W_]{20,}/),
  // Keys and signed tokens
  token('eyJ', /eyJ[\w-]{14,}(?:\.[\w-]*)*/, '='),
  {
    hints: '$apr $1$ $2 $5$ $6$ $7$ $y$ $gy$ $sha $md5 $scr $arg'.split(' '),
    pattern: /()\$(?:apr1|1|2[abxy]?|5|6|7|y|gy|sha1|md5|scrypt|argon2(?:id|i|d)?)\$[\w./$=,+-]{16,}/g,
  },
  keep('{SHA|{SSHA|{MD5|{SMD5|{CRYPT', /(\{(?:S?SHA\d*|S?MD5|CRYPT)\})[\w+/=$.]{16,}/g),
  keep('pbkdf2', /(pbkdf2[\w:-]{1,20}\$\d+\$)[^\s"':\\]{16,}/g),
  keep(':::', /(:\d+:)[a-f0-9]{32}:[a-f0-9]{32}(?=:::)/g),
  // A cookie jar
  keep(
    'TRUE|FALSE',
    new RegExp(
      `((?<![A-Za-z])(?:TRUE|FALSE)${GAP}/\\S*${GAP}(?:TRUE|FALSE)${GAP}\\d+${GAP}[^\\s\\\\]{1,80}${GAP})[^\\s"'\\\\]{3,}`,
      'g',
    ),
  ),
  keep(
    'card |card:|card=|card"|cvc|cvv',
    /()(?<![\w.-])[2456]\d{3}([ -]?)\d{4}\2\d{4}\2\d{4}(?![\w-])|()(?<![\w.-])3[47]\d\d([ -]?)\d{6}\4\d{5}(?![\w-])/gi,
  ),
  token('K10', /K10[a-f0-9]{40,}/, '\\w:-'),
  keep(
    'teExp|ime1:|ime2:|ent1:|ent2:|cient:|priv:',
    /((?:xponent\d?|ime\d|cient|priv):\s+)(?:[\da-f]{2}:?\s*){9,}/g,
  ),
  keep('username', /("username": *"[^"]+",\s*"key": *")[\da-f]{32}/g),
  { hints: ['VALUES', 'values'], pattern: INSERT, by: withoutInserted },
  keep(
    ') 0x|allet(|counts: [|_PK=',
    /((?:\(\d\) |(?:\bWallet\(|\baccounts: ?\[)\s*["']|_PK=)0x)[a-f0-9]{64}\b/g,
  ),
  keep('"k":', /("k": ?")(?=[\w-]{0,60}\d)[\w-]{22,}/g),
  // Headers
  keep(
    'bearer',
    /(\bbearer(?:\\{0,4}[ \t])+(?:["']){0,2})(?!~|token\b|auth|\$|\{|[a-z_]{3,}=[^=\s])[\w.~+/=-]{8,}/gi,
  ),
  keep(
    'Basic |basic |BASIC |Basic\t',
    /(\b(?:[Bb]asic|BASIC) +)(?=[A-Za-z+/_-]*(?:[\d=]|[a-z][A-Z]))(?![A-Z]?[a-z]{3,}(?:[A-Z][a-z]{3,})*\d*\b)[A-Za-z0-9+/_-]{8,}={0,2}/g,
  ),
  keep(
    'authorization',
    /(\b(?:proxy-)?authorization["']? {0,4}[:=] {0,4}["']?(?:(?:bearer|basic|token|key|[\w-]{3,20}(?= +(?=[^\s"'\\]*\d)[^\s"'\\]{16})) +)?)(?!~|["'{]|`?(?:bearer|basic|token|required)\b)[^\s"'\\]{6,}/gi,
  ),
  keep('cookie', /(\b(?:set-)?cookie2?["']? {0,4}: {0,4}["']?)(?!~)[^\r\n"'\\=]{1,256}=[^\r\n"'\\]*/gi),
  keep(
    '__Host-|__Secure-|connect.sid',
    /((?<![\w.])(?:__(?:Host|Secure)-[\w.-]{1,60}|connect\.sid)=)(?!~)[^\s"'\\;,&]{16,}/g,
  ),
  keep(
    '--cookie|-b ',
    /((?:(?:^|[\s"'`])--cookie|\bcurl\b[^\n]{0,400}?[\s"'`]-b)(?: +|=)["']?)[^\s"'=\\]{1,80}=(?:(?<=["'][^\s"'=\\]{1,80}=)[^\r\n"'\\]+|[^\s"'\\]+)/g,
  ),
  keep(
    '-team|-key|-token|-secret|-auth|-api',
    /(\b(?:x-[a-z0-9-]{0,40}(?:key|token|secret|auth|signature|password|art-api|team)|(?:[a-z-]{1,40}-application|fastly)-key)["']? {0,4}[:=] {0,4}["']?)(?!~)[^\s"'\\]{6,}/gi,
  ),
  keep(
    'sponse=|gnature=| mac=|,mac=',
    /(\b(?:response|oauth_signature|signature|mac)=["']?)(?=[A-Za-z+/%=~_-]*\d)[\w+/%=~-]{16,}/gi,
  ),
  // Query strings and connection strings
  keep(
    QUERY_HINTS,
    new RegExp(
      `([?&;](?:x-(?:amz|goog)-(?:si|cr|se)[a-z-]+|${QUERY_NAMES})=)(?!~|&)[^\\s&"'<>\`\\\\;]{12,}`,
      'gi',
    ),
  ),
  keep(
    ':5432:|:5433:|:6432:|*:*:',
    /((?:^|[\s"'`+→]|:\d{1,6}:)[\w.*-]{1,253}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)[^\s:]{3,}/g,
  ),
  ...FILE_RULES,
  ...SHOWN_RULES,
  // Command lines
  ...PASSWORD_ARGUMENTS,
  ...CALL_RULES,
  keep(
    'curl|wget|http',
    /((?:[\s"'])(?:-[a-zA-Z]{0,5}[uUE]|--user|--proxy-user|--cert)(?: +|=)?["']?[^\s:"'\\$]{0,80}:(?:["']{1,2}(?=[^\s$]))?)(?!~|\d+(?:\s|$)|[/:])[^\s"'\\]{2,}(?:(?: \w{4}){5}(?=["']))?/g,
  ),
  keep(
    'echo|printf|yes ',
    /(\b(?:echo|printf|yes) +(?:-[neE]+ +|['"]?%s(?:\\+n)?['"]? +)?\\*)(?:'[^'\n]{2,200}'|"[^"$\n[][^"\n]{1,200}"|[^\s'"$|\\-][^\s'"|]{1,200})(?= *(?:;[^\n|]{0,200}\))? *\| *(?:base64 +-{1,2}d\w* *\| *)?(?:sudo[ \t][^\n|]{0,40}-(?:[a-zA-Z]*S\b|-stdin)|(?:sudo +)?(?:kinit|realm|pdbedit|su|passwd|smbpasswd|vncpasswd|cryptsetup|lpass|(?:go)?pass|keepassxc-cli|kubeseal)[ \t]|[^\n|]{0,120}(?:--(?:passw\w+-(?:on-)?stdin|with-token|passphrase-fd)|passwd --stdin|secrets? (?:versions )?(?:put|set|create|add)|create secret|env add)))/g,
  ),
  keep(
    ' <<',
    /((?:sudo +-[a-zA-Z]*S|--(?:password-stdin|with-token)|secret-tool store|\b(?:kinit|realm|runas|pdbedit|occ|passwd|smbpasswd|vncpasswd|cryptsetup|lpass|gopass|keepassxc-cli|kubeseal|secrets? (?:versions )?(?:put|set|create|add)|env add))\b[^\n|<]{0,99}<<(?:< *(?:\$(?=["']))?["']?|-?['"]?\w+['"]?\n))(?![[$])[^\s"'\\]{3,}(?:(?:\\n|\n)[^\s"'\\]{3,}(?=(?:\\n|\n)?["']|\n\w+(?:\s|$)))?/g,
  ),
  keep(
    'machine |login ',
    /(\b(?:login|machine)\s+[^\s|]{1,80}\s+(?:\S{0,90}[→:|+\t] *)?password\s+)(?![[$])[^\s"'\\]+/g,
  ),
  keep(
    'password ',
    /(\b(?:with|encrypted|user|role|set password for)[ \t][^\n;]{0,80}?(?:password +|= ?)')[^'\\\n]{2,}/gi,
  ),
];

/** A Discord bot token has no prefix either. */
export const DISCORD_TOKEN = /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}/g;
