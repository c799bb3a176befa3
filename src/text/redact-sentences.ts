/** Passwords that a sentence tells, in many languages, or that end one. */
import { lengthOf, type Span } from './value-span.ts';

/** What a sentence says between a name and its value. */
const SAYS =
  /^(?:(?:n[uo]e?[uo]?v[oa] )?(?:(?:for|of|to|on|für|fürs|zum|zur|vom|am|d[eu]|del|d[oa]|della?)(?: [^\s:]{1,40}){1,3} ?)?(?:(?<![a-z](?=[a-zä-ú]))(?:(?:should|must|can) be|(?:was |has been )?(?:changed|set|reset) to|is|was|are|=|to|ist|lautet|heißt|es|est|è|é|és|är|er|je|jest|este|yra|c['’]est|ir|ay|ialah|là|--?>|[→—–=]):?|(?<=[\w'"] ?):)|\([^()\n]{1,30}\):|[\w ]{1,30}, it['’]?s)[ \t]+(?:(?:now|still)[ \t]+)?|^：[ \t]*/i;
const SAYS_CHARS = 90;

/** What a secret is called in letters beyond ASCII. */
export const FOREIGN_NAMES =
  'lösenord(?:et)?|şifre|mật khẩu|парол(?:[ьяю]|ата?)|密码|密碼|密钥|口令|令牌|токен[ао]?м?|토큰|トークン|パスワード|비밀번호|비번|암호|κωδικός|كلمة المرور|رمز عبور|סיסמ[הא]|पासवर्ड|รหัสผ่าน';
/** In these scripts. */
export const FOREIGN = /[^\0-\u024f\u1e00-\u1eff]/;
/** What they say there. */
const SAYS_FOREIGN = /^(?!桶)(?:[^\0-\x7f]|[ \t:=-]){1,30}(?=[\w!@#$%^&*]{6})/;

/** How far what a sentence says at a place leads to a value; 0 where it says nothing. */
export const said = (text: string, at: number, name: string): number =>
  lengthOf(FOREIGN.test(name) ? SAYS_FOREIGN : SAYS_ON.test(name) ? /^on +/ : SAYS, text, at, SAYS_CHARS);

/** How far what the next sentence says of a password leads to it: `wrong password! It’s …`; 0 where it says nothing. */
export const saidNext = (text: string, at: number, name: string): number =>
  /passw|phrase/i.test(name) ? lengthOf(SAYS_NEXT, text, at, SAYS_CHARS) : 0;

const SAYS_NEXT =
  /^(?:[!.,;]+|[–—-]+)[ \t]+(?:it(?:['’]?s| is| should be)|use|try|take)(?: now)?[ \t]+(?!(?:sha|md|aes|base|utf|oauth|ipv|user|port|line)[-_]?\d)/i;

/** Names of languages in which `on` is `is`. */
const SAYS_ON = /^(?:salasana|parool)/i;

const PASSWORD_NAME =
  /pass(?:word|wort|phrase|wd|e)$|(?:^|_)(?:pwd?|mdp)$|^(?![令ток토ト]|密钥).*[\u0080-\uffff]|kenn|woord|senha|passord|paro|sandi|laluan|hesl|gesl|lozin|salas/i;
/** Words that say something of a password, and are none. */
const SAID =
  /(?:[ai]ble|ed|ing|ive|al|[ae]nt|ous|less|ful|ly|ic|[aio]ry|id|ct|te|ty|en|own|ext|rt|ng|ak|t[oó]ri[ao]|toire|k?er|ere|set|secure|word|name|ain|ong|ect[ao]|[íi]d[ao]|owe)$|^(?:false|null|blank|safe|stale|same|g?one|fine|yours?|ours|this|that|above|below|enough|something|anything|base64|admin|email|login|secret|token|given|leaked)$/i;

/** Whether a value behind the name of a password may be a word that was chosen for one. */
export const isLetters = (content: string, name: string): boolean =>
  PASSWORD_NAME.test(name) && /^[A-Za-z\u00c0-\u024f]{7,40}$/.test(content) && !SAID.test(content);

/** A word that ends a sentence about a password, and says nothing of it: no digit tells that it is one. */
export function endsSentence(text: string, value: Span, name: string): boolean {
  return (
    isLetters(text.slice(value.start, value.end), name) &&
    /^(?:["'!?.。,;)]*[ \t]*(?:[\r\n]|\\|$)|[!?.。;,](?:\s|$)|で)/.test(text.slice(value.end, value.end + 6))
  );
}

/** What has a number in its name, and is no password. */
const NUMBERED =
  /^(?:sha|md|aes|base|utf|scram|argon|bcrypt|[hre]s|rsa|ipv|port|line|http|error|code|oauth|user)\d/i;

/** Whether what stands right behind the name of a password is a word with a number at its end, as many choose them, or as Apple makes it. */
export const isNumbered = (content: string, name: string): boolean =>
  (PASSWORD_NAME.test(name) || name === 'clave' || /_pass$/i.test(name)) &&
  /^(?:[A-Za-z]{3,}\d{2,}[!#$%&*?]?|(?:[a-z]{4}-){3}[a-z]{4})$/.test(content) &&
  !NUMBERED.test(content);
