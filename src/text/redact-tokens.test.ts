import { describe, expect, test } from 'bun:test';
import { mixed } from '../../test/support/credentials.ts';
import { REDACTED, redact } from './redact.ts';

const HEX = '7c9e6679f4a2b1d08e35c6d7f8091a2b';
const UUID = '3f2b8c1d-7e94-4a60-9b15-c8d2e7f0a346';
const UPPER = 'A2B3C4D5E6F7GHJKLMNP';
const each = (prefixes: string, body: string) => prefixes.split(' ').map((prefix) => prefix + body);

/** Every prefix by which a token is known, in a word that is long enough. */
const TOKENS = [
  ...each('AKIA ASIA ABIA ACCA AROA AIDA', UPPER),
  ...each('GOCSPX- GR1348941', mixed(20)),
  ...each('pscale_tkn_ pscale_pw_ pscale_oauth_', mixed(32)),
  ...each('fm1r_ fm1a_ fm2_ fo1_', mixed(40)),
  ...each('pat dt rt rtr cbt ptt soat ft imt agent wt oas ffct', `-${mixed(20)}`).map((of) => `gl${of}`),
  ...each('key- fc- pul- SK AC', HEX),
  ...each('sk_live_ sk_test_ sk_prod_ rk_live_ rzp_live_', mixed(24)),
  ...each('production sandbox', `$abcdefgh12345678$${HEX}`).map((of) => `access_token$${of}`),
  ...each('dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', mixed(40)),
  ...each('glsa_ glc_ whsec_ sntrys_ sntryu_ sntrya_ ops_eyJ syt_ ATBB ATCTT3 ATATT3', mixed(40)),
  ...each('sdk- api- mob- ac- co- pat-na1- pat-eu1-', UUID),
  ...each('access-sandbox- access-development- access-production-', UUID),
  ...each('LTAI AKID PMAK- tskey- AGE-SECRET-KEY-1 hvs. hvb. hvr. sbp_ sb_secret_', mixed(24)),
  ...each('tvly- NRAK- NRJS- NRII- NRAA- NRRA- NRBR- shpat_ shpca_ shppa_ shpss_ shptka_', mixed(24)),
  ...each('dop_v1_ doo_v1_ dor_v1_ dos_v1_ dapi dckr_pat_ dckr_oat_ pk-lf- lsv2_pt_ lsv2_sk_', mixed(24)),
  ...each('ls__ FLWSECK shippo_ lin_api_ lin_oauth_ figd_ figo_ figu_ figr_ p8e- CLOJARS_', mixed(24)),
  ...each('dnkey- duffel_ fio-u- squ_ sqp_ sqa_ CCIPAT_ bkua_ r8_ e2b_ mlsn. sm_aat_', mixed(24)),
  ...each('sha256~ cfut_ napi_ s-s4t2ud- tk-us- oauth: oy2', mixed(24)),
  ...each('ghp_ gho_ ghu_ ghs_ ghr_ PRIVATE- vcp_ vck_ vca_ vci_ nfp_ rnd_ npm_ hf_ api_org_', mixed(24)),
  ...each('gsk_ pplx- fw_ ntn_ secret_ npg_', mixed(24)),
  ...each('AIza ABSK 1//0 HRKU- pypi- tgp_v1_ pcsk_ xkeysib- CFPAT- tfp_ aio_ pnu_ ico-', mixed(24)),
  ...each('rdme_ doppler_ sgp_ phx_ phc_ lip_ nvapi- jina_', mixed(24)),
  ...each('ya29. AQ.Ab EAAA sq0atp- ak- as-', mixed(44)),
  `K10${HEX}${HEX}::server:${HEX}`,
  'fo1_BQwIYwCNikBcvVozJRKVnKoSIaxstnEERMMRPICBU',
  `re_${mixed(8)}_${mixed(20)}`,
  `dt0c01.${UPPER}.${UPPER}`,
  `A3-A2B3C4-D5E6F7-${'G8HJK-'.repeat(4).slice(0, -1)}`,
  `st.${HEX.slice(0, 24)}.${HEX}`,
  `s.${mixed(24)}`,
];

/** What marks a hash of a password. */
const HASHES = [
  ...each('apr1 1 2 2a 2b 2x 2y 5 6 7 y gy sha1 md5 scrypt argon2 argon2id argon2i argon2d', '').map(
    (of) => [`$${of}$`, 'saltsalt$abcdefghijklmnopqrstuvwxyz'] as const,
  ),
  // Of letters that a word could be of as well
  ['{SHA}', 'hqMtonhhdkskKktvlkYnKcxr5ao='] as const,
  ['{SSHA}', 'A9pPSdHFSMJL2qek7X/G+OOrB4iV73K='] as const,
  ['{SSHA256}', 'mi/hfIlV+FOehOPg/8rouwmihfIl='] as const,
  ['{MD5}', 'mi/hfIlV+FOehOPgQ/rouw=='] as const,
  ['{SMD5}', 'mi/hfIlV+FOehOPgQ/rouw/cd=='] as const,
  ['{CRYPT}', 'mihfIlVFOehOPgQrouw./abc'] as const,
];

/** The path of an address behind which all is secret. */
const ADDRESSES = [
  'https://hooks.slack.com/services/',
  'https://discord.com/api/webhooks/',
  'https://discordapp.com/api/v10/webhooks/',
  'https://acme.webhook.office.com/webhookb2/',
  'https://outlook.office.com/webhook/',
  'https://hooks.zapier.com/hooks/',
  'https://chat.googleapis.com/v1/spaces/',
  'https://open.example.org/open-apis/bot/v2/hook/',
  'https://mainnet.infura.io/v3/',
  'https://eth-mainnet.g.alchemy.com/v2/',
  'https://hc-ping.com/',
];

test.each(TOKENS)('%s', (token) => {
  expect(redact(`see ${token} there`)).toBe(`see ${REDACTED} there`);
});

describe('hashes of passwords', () => {
  test.each(HASHES)('%s', (mark, rest) => {
    const out = redact(`bob ${mark}${rest} end`);
    expect(out).not.toContain(rest);
    expect(out).toStartWith('bob ');
    expect(out).toEndWith(' end');
  });
  test.each(['pbkdf2_sha256$600000$', 'pbkdf2:sha256$1000$'])('%s', (mark) => {
    expect(redact(`bob ${mark}saltsalt$abcdefghijklmnop end`)).toBe(`bob ${mark}${REDACTED} end`);
  });
});

test.each(ADDRESSES)('%s…', (address) => {
  expect(redact(`curl ${address}calm/otter/pebble -d x`)).toBe(`curl ${address}${REDACTED} -d x`);
});

describe('a template and a name', () => {
  test.each(each('AKIA GOCSPX- key- glsa_ sdk- LTAI ghp_ AIza npg_', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxx'))(
    '%s',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
  test.each(each('r8_ fw_ sgp_ glc_ npg_ hf_', 'quantized_weights_v2_of_1_model_and_more'))('%s', (text) => {
    expect(redact(text)).toBe(text);
  });
});
