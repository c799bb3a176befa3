import { keep, PASSWORD_ARGUMENTS } from './redact-arguments.ts';

/**
 * Shapes of credentials that are recognisable by themselves. Every pattern is linear: it starts with a
 * literal and either fails within a bounded number of characters or consumes what it has scanned.
 */
export interface TokenRule {
  /** One of these must occur before the pattern is run. */
  hints: string[];
  pattern: RegExp;
  /** What is kept before the secret: capture group 1, where the pattern has one. */
  keepFirstGroup?: boolean;
  /** True where a hint can only count at the start of a word. */
  atWord?: boolean;
}

/** The start of a word, also behind a line break that is written out: `\\n`. */
const START = '(?<![A-Za-z0-9](?<!\\\\[nrt]))';

/** `body` at the start of a word, and the `chars` after it; `hints` are separated by spaces. */
function token(hints: string, body: string, chars = 'A-Za-z0-9_-'): TokenRule {
  return {
    hints: hints.split(' '),
    pattern: new RegExp(`${START}${body}[${chars}]*`, 'g'),
    // A body that begins with a class has its literal further in.
    atWord: !/^(?:\[|\\d)/.test(body),
  };
}

/** What begins with two words is a name: `r8_quantized_weights_v2`. */
const NO_NAME = '(?!(?:[a-z]{2,16}[_-]){2})';

/** Any of these prefixes followed by `run`, and the `chars` after it. */
function prefixed(prefixes: string, run: string, chars?: string): TokenRule {
  return token(prefixes, `(?:${prefixes.replaceAll(' ', '|')})${NO_NAME}${run}`, chars);
}

const QUERY_NAMES =
  'sig signature Signature X-Amz- x-amz- X-Goog- x-goog- code key auth sas sessionid sid jwt secret sec PHPSESSID'.split(
    ' ',
  );
const QUERY_HINTS = ['?', '&', ';'].flatMap((mark) => QUERY_NAMES.map((name) => mark + name)).join('|');

/** Between the fields of a cookie jar. */
const GAP = String.raw`(?:\t|\\+t| {1,8})`;

const UUID = '[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}';

export const TOKEN_RULES: TokenRule[] = [
  // Cloud providers
  prefixed('AKIA ASIA ABIA ACCA AROA AIDA', '[A-Z0-9]{12,}'),
  token('ya29.', 'ya29\\.[\\w-]{10,}', '\\w.-'),
  prefixed('GOCSPX- GR1348941', '[\\w-]{12,}'),
  token('Q~', '[\\w~.-]{3}\\dQ~[\\w~.-]{20,}', '\\w~.-'),
  token('pscale_', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{16,}', '\\w.=-'),
  token(
    'FlyV1 fm1r_ fm1a_ fm2_ fo1_',
    '(?:FlyV1 (?:fm\\d[a-z]?_)?|fm1[ar]_|fm2_|fo1_)[\\w+/=,-]{16,}',
    '\\w+/=,-',
  ),
  token('.atlasv1.', '[A-Za-z0-9]{10,20}\\.atlasv1\\.[\\w-]{20,}'),
  token('s.', 's\\.(?=(?:[A-Za-z]*\\d+){2}|(?!\\w*[a-z]{4}))[A-Za-z0-9]{24}(?![\\w.])'),
  // Code hosts
  prefixed('ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{16,}', '\\w.-'),
  token('gl', 'gl(?:pat|dt|rt|rtr|cbt|ptt|soat|ft|imt|agent|wt|oas|ffct)-[\\w-]{12,}', '\\w.-'),
  prefixed('ATBB ATCTT3 ATATT3', '[\\w=-]{16,}', '\\w=-'),

  // Models
  token('sk-', 'sk-(?=[\\w-]{0,60}\\d)[\\w-]{16,}'),
  // Messaging
  token('xox xapp-', '(?:xox[a-z](?:\\.xox[a-z])?-|xapp-)[A-Za-z0-9-]{8,}', '\\w-'),
  token(':AA', '(?:bot)?\\d{8,10}:AA[\\w-]{30,}'),
  token('SG.', 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,}'),
  prefixed('key-', '[a-f0-9]{32}'),
  prefixed('pul-', '[a-f0-9]{40}'),
  token('-us', '[a-f0-9]{32}-us\\d{1,2}'),
  prefixed('SK AC', '[a-f0-9]{32}'),
  token('re_', 're_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{16,}'),
  token('APA91b', '[\\w-]{6,}:APA91b[\\w-]{30,}'),
  keep(
    'hooks.|discord|webhook.office|chat.google|tlook.office|bot/v2/hook|infura.io|alchemy.com|hc-ping.com',
    /(https?:\/\/(?:hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)|(?:[a-z]+\.)?discord(?:app)?\.com\/api(?:\/v\d+)?\/webhooks|[\w.-]{1,80}\.webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook|hooks\.zapier\.com\/hooks|chat\.googleapis\.com\/v1\/spaces|open\.(?:feishu|larksuite)\.c(?:n|om)\/open-apis\/bot\/v2\/hook|[\w.-]{1,60}\.(?:infura\.io\/v3|alchemy\.com\/v2)|hc-ping\.com)\/)[^\s"'<>`\\]+/g,
  ),
  keep('/hooks/', /(\/hooks\/)(?=[a-z]*\d)[a-z0-9]{26}(?![\w-])/g),
  // Payments and shops
  token('sk_ rk_', '[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}'),
  prefixed('whsec_', '[A-Za-z0-9+/=]{16,}', 'A-Za-z0-9+/='),
  token('sq0 EAAA', '(?:sq0[a-z]{3}-[\\w-]{20,}|EAAA[\\w-]{40,})'),
  token('access_token$', 'access_token\\$(?:production|sandbox)\\$[a-z0-9$]{20,}', 'a-z0-9$'),
  // Tools
  prefixed('secret_', '[A-Za-z0-9]{32,}'),
  token('pat', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{32,}'),
  token('dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{16,}', '\\w.-'),
  prefixed('glsa_ glc_', '[\\w+/=-]{16,}', '\\w+/=-'),
  token('sntry', 'sntry[sua]_[\\w+/=-]{16,}', '\\w+/=-'),
  token('dt0', 'dt0[a-z]\\d\\d\\.[A-Z0-9]{16,}\\.[A-Z0-9]{16,}'),
  prefixed('PRIVATE-', '[A-Za-z0-9]{24,}'),
  prefixed('sdk- api- mob- pat-na1- pat-eu1-', UUID),
  prefixed('oy2', '[a-z0-9]{43}'),
  prefixed('fc-', '[a-f0-9]{32}'),
  token('ABSK', 'ABSK[\\w+/]{60,}=*'),
  token(
    '-sandbox- -development- -production-',
    `(?:access|public|link|processor)-(?:sandbox|development|production)-${UUID}`,
  ),
  token('v1.0-', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}'),
  token('1/ 2/', '[12](?:\\/\\d{12,20}){1,2}:[a-f0-9]{32}'),
  // By itself only: files of caches are called so in a folder.
  token('0/', '(?<![/.])0\\/[a-f0-9]{32}(?![\\w/-]|\\.\\w)'),
  // Small, capital and digits that change as often as in few names of this length.
  token(
    'key',
    'key(?=[A-Za-z]*\\d)(?=(?:[a-z]+(?![a-z])|[A-Z]+(?![A-Z])|\\d+(?!\\d)){7})[A-Za-z0-9]{14}(?![\\w-])',
  ),
  // Of any kind, by the prefix alone
  prefixed(
    'LTAI AKID PMAK- tskey- AGE-SECRET-KEY-1 hvs. hvb. hvr. sbp_ sb_secret_ tvly- NRAK- NRJS- NRII- NRAA- NRRA- NRBR- shpat_ shpca_ shppa_ shpss_ shptka_ dop_v1_ doo_v1_ dor_v1_ dos_v1_ dapi dckr_pat_ dckr_oat_ pk-lf- lsv2_pt_ lsv2_sk_ ls__ FLWSECK shippo_ lin_api_ lin_oauth_ figd_ figo_ figu_ figr_ p8e- CLOJARS_ dnkey- duffel_ fio-u- squ_ sqp_ sqa_ CCIPAT_ bkua_ r8_ e2b_ mlsn. sm_aat_ sha256~ cfut_ napi_ s-s4t2ud- tk-us- oauth:',
    '(?=[\\w-]*\\d)[\\w-]{16,}',
  ),
  token('_pat_', 'github_pat_(?=[\\w-]*\\d)[\\w-]{16,}'),
  prefixed('vcp_ vck_ vca_ vci_ nfp_ rnd_ npm_ hf_ api_org_ gsk_ pplx- fw_ ntn_', '[A-Za-z0-9]{20,}'),
  prefixed(
    'AIza 1//0 HRKU- pypi- tgp_v1_ pcsk_ xkeysib- CFPAT- tfp_ aio_ pnu_ ico- rdme_ doppler_ sgp_ phx_ phc_ lip_ nvapi- jina_',
    '[\\w-]{20,}',
  ),
  token('ops_eyJ', 'ops_eyJ[\\w-]{20,}', '\\w=+/-'),
  token('AAAAAAAAAAAAAAAAAAAAA', 'A{21}[A-Za-z0-9%]{20,}', 'A-Za-z0-9%'),
  token('sl.', 'sl\\.(?:u\\.)?[\\w-]{60,}'),
  token('.eyJ', '(?:sk|tk)\\.eyJ[\\w-]{16,}', '\\w.-'),
  token('rzp_', 'rzp_(?:live|test)_[A-Za-z0-9]{10,}'),
  prefixed('npg_', '[A-Za-z0-9]{10,}'),
  token('syt_', 'syt_[\\w+/=-]{10,}'),
  token('AQ.Ab', 'AQ\\.Ab[\\w-]{20,}'),
  token('A3-', 'A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){5}'),
  token('st.', 'st\\.[a-f0-9]{24}\\.[a-f0-9]{32}', '\\w.'),
  token('ak- as-', 'a[ks]-(?=[a-z0-9]*[A-Z])(?=[A-Za-z]*\\d)[A-Za-z0-9]{20,}'),
  token('co-', `co-${UUID}`),
  // Keys and signed tokens
  token('eyJ', 'eyJ[\\w-]{14,}(?:\\.[\\w-]*)*', '='),
  {
    hints: '$apr1$ $1$ $2$ $2a$ $2b$ $2x$ $2y$ $5$ $6$ $7$ $y$ $gy$ $sha1$ $md5$ $scrypt$ $argon2'.split(' '),
    pattern: /\$(?:apr1|1|2[abxy]?|5|6|7|y|gy|sha1|md5|scrypt|argon2(?:id|i|d)?)\$[\w./$=,+-]{16,}/g,
  },
  keep('{SHA|{SSHA|{MD5|{SMD5|{CRYPT', /(\{(?:S?SHA\d*|S?MD5|CRYPT)\})[\w+/=$.]{16,}/g),
  keep('pbkdf2', /(pbkdf2[\w:-]{1,20}\$\d+\$)[^\s"':\\]{16,}/g),
  keep(':::', /(:\d+:)[a-f0-9]{32}:[a-f0-9]{32}(?=:::)/g),
  // A cookie jar
  keep(
    'TRUE|FALSE',
    new RegExp(
      `((?<![A-Za-z](?<!\\\\t))(?:TRUE|FALSE)${GAP}/\\S*${GAP}(?:TRUE|FALSE)${GAP}\\d+${GAP}[^\\s\\\\]{1,80}${GAP})[^\\s"'\\\\]{3,}`,
      'g',
    ),
  ),
  keep(
    'card |card:|card=|card"|Card|CARD|cvc|cvv|CVC|CVV',
    /()(?<![\w.-])(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d)([ -]?)\d{4}\2\d{4}\2\d{4}(?![\w-])|()(?<![\w.-])3[47]\d\d([ -]?)\d{6}\4\d{5}(?![\w-])/g,
  ),
  keep('K10', /(?<![A-Za-z0-9])(K10)[a-f0-9]{40,}(?:::[\w:-]+)?/g),
  // Headers
  keep(
    'Bearer|bearer|BEARER',
    /(\bbearer(?:\\{0,4}[ \t])+(?:\\*["']){0,2})(?!token\b|auth|\[|\$|<|\{)[\w.~+/=-]{8,}/gi,
  ),
  keep(
    'Basic |basic |BASIC |Basic\t',
    /(\b(?:[Bb]asic|BASIC) +)(?=[A-Za-z+/_-]*(?:[\d=]|[a-z][A-Z]))(?!(?:[A-Z]?[a-z]{3,})+\d*\b)[A-Za-z0-9+/_-]{8,}={0,2}/g,
  ),
  keep(
    'Authorization|authorization|AUTHORIZATION',
    /(\b(?:proxy-)?authorization\\*["']?[ \t]{0,4}[:=][ \t]{0,4}\\*["']?(?:(?:bearer|basic|token|digest|negotiate|apikey|api-key|bot|ssws|aws4-hmac-sha256|sso-key|key|splunk|ntlm|hawk|[A-Za-z-]{3,20}(?= +(?=[^\s"'\\]*\d)[^\s"'\\]{16})) +)?)(?!\\*["']|`?(?:bearer|basic|token|required)\b|\[|\$[A-Za-z{(]|<|\{)[^\s"'\\]{6,}/gi,
  ),
  keep(
    'Cookie|cookie|COOKIE',
    /(\b(?:set-)?cookie2?\\*["']?[ \t]{0,4}:[ \t]{0,4}\\*["']?)(?!\[|\$[A-Za-z{(]|<)[^\r\n"'\\=]{1,256}=[^\r\n"'\\]*/gi,
  ),
  keep(
    '--cookie|-b ',
    /((?:(?:^|[\s"'`])--cookie|\bcurl\b[^\n]{0,400}?[\s"'`]-b)(?: +|=)\\*["']?)[^\s"'=\\]{1,80}=(?:(?<=["'][^\s"'=\\]{1,80}=)[^\r\n"'\\]+|[^\s"'\\]+)/g,
  ),
  keep(
    '-key|-Key|-KEY|-token|-Token|-TOKEN|-secret|-Secret|-auth|-Auth|-Api|-api',
    /(\b(?:x-[a-z0-9-]{0,40}(?:key|token|secret|auth|signature|password|art-api)|[a-z-]{1,40}-application-key)\\*["']?[ \t]{0,4}:[ \t]{0,4}\\*["']?)(?!\[|\$[A-Za-z{(]|<)[^\s"'\\]{6,}/gi,
  ),
  keep(
    'sponse=|gnature=| mac=|,mac=',
    /(\b(?:response|oauth_signature|signature|mac)=\\*["']?)(?=[A-Za-z+/%=]*\d)[A-Za-z0-9+/%=]{16,}/gi,
  ),
  // Query strings and connection strings
  keep(
    QUERY_HINTS,
    /([?&;](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|code|key|auth|sas|sessionid|sid|jwt|se?cret|phpsessid)=)(?!\[|\$[A-Za-z{(]|<|&)[^\s&"'<>`\\;]{12,}/gi,
  ),
  keep(
    ':5432:|:5433:|:6432:',
    /((?:^|[\s"'`+→]|:\d{1,6}:)[\w.*-]{1,253}:\d{2,5}:[\w*-]{1,64}:[\w*-]{1,64}:)[^\s:]{3,}/g,
  ),
  // Command lines
  keep(
    'mysql|mariadb|mycli',
    /(\b(?:mysql(?:dump|admin)?|mariadb(?:-dump)?|mycli)\b[^\n|;&]{0,200}?[ \t"']-p)(?!\[REDACTED\])['"]?[^\s'"$-][^\s'"]*/g,
  ),
  ...PASSWORD_ARGUMENTS,
  keep(
    'curl|wget|http',
    /((?:[\s"'])(?:-[a-zA-Z]{0,5}[uUE]|--user|--proxy-user|--cert)(?: +|=)?\\*["']?[^\s:"'\\$]{0,80}:)(?!\[|\$[A-Za-z{(]|<|\d+(?:\s|$)|[/:])[^\s"'\\]{2,}/g,
  ),
  keep(
    'echo|printf',
    /(\b(?:echo|printf) +(?:-[neE]+ +|['"]?%s(?:\\+n)?['"]? +)?\\*)(?:'[^'\n]{2,200}'|"[^"$\n[][^"\n]{1,200}"|[^\s'"$|\\-][^\s'"|]{1,200})(?= *(?:;[^\n|]{0,200}\))? *\| *(?:sudo[ \t][^\n|]{0,40}-(?:[a-zA-Z]*S\b|-stdin)|(?:sudo +)?(?:kinit|su|passwd|smbpasswd|vncpasswd|cryptsetup|lpass|go?pass|keepassxc-cli)[ \t]|[^\n|]{0,120}(?:--(?:password-stdin|with-token|passphrase-fd)|passwd --stdin|secrets? (?:put|set|create)|secrets? versions add|create secret|env add)))/g,
  ),
  keep(
    ' <<',
    /((?:sudo +-[a-zA-Z]*S|--(?:password-stdin|with-token))\b[^\n|<]{0,99}<<(?:< *\\*["']?|-?['"]?\w+['"]?\n))(?!\[|\$)[^\s"'\\]{3,}/g,
  ),
  keep(
    'machine |login ',
    /(\b(?:login|machine)\s+[^\s|]{1,80}\s+(?:\S{0,90}[→:|+\t] *)?password\s+)(?!\[|\$)[^\s"'\\]+/g,
  ),
  keep('identified|IDENTIFIED', /(\bidentified +(?:with +\S{1,40} +)?by +\\*['"])[^'"\\\n]{2,}/gi),
  keep(
    'PASSWORD |password ',
    /(\b(?:WITH|ENCRYPTED|USER|ROLE)[ \t][^\n;]{0,80}?PASSWORD +\\*')[^'\\\n]{2,}/gi,
  ),
];

/** A Discord bot token has no prefix either. */
export const DISCORD_TOKEN = /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}/g;
