import { describe, expect, test } from 'bun:test';
import { script } from '../../test/support/detector-script.ts';
import { REDACTED } from '../text/redact.ts';
import { redactEpisode } from './redact-episode.ts';

const PASSWORD = 'Tq8slJRxueF7z';

/** Lines of which a part alone does not show that it is a secret. */
const LINES = [
  `Authorization: Bearer ${PASSWORD}`,
  `the password is ${PASSWORD}`,
  `das Passwort lautet ${PASSWORD}`,
  `  clientSecret: ${PASSWORD}`,
  `htpasswd -b .htpasswd admin ${PASSWORD}`,
  `set -x API_SECRET ${PASSWORD}`,
];

describe('a secret that only the text around it shows', () => {
  for (const line of LINES) {
    test(line, () => {
      const [episode] = script()
        .bash(
          `cat > run.sh <<'EOF'\n${line}\nEOF\nsh run.sh`,
          `run.sh: line 1: ${line}: command not found`,
          true,
        )
        .bash('sh other.sh', 'done')
        .episodes();
      expect(JSON.stringify(episode)).toContain(REDACTED);
      expect(JSON.stringify(episode)).not.toContain(PASSWORD);
    });
  }

  test('also where it is of the agent’s answer, whose lines told it', () => {
    const [episode] = script()
      .bash('cat users.csv', 'ok')
      .user('No, that is wrong. Never print that file, use the summary instead.')
      .says(
        'You are right, I should not have printed it:\n\n| user | password |\n|---|---|\n| dana | birchgate482 |\n',
      )
      .bash('summary users.csv', 'ok')
      .episodes();
    expect(episode?.evidence).toContain('Agent: ');
    expect(JSON.stringify(episode)).not.toContain('birchgate482');
  });

  test('is taken out where another text repeats it alone', () => {
    const [episode] = script()
      .bash(
        `deploy --regoin eu --password ${PASSWORD}`,
        `error: unknown flag --regoin (as ${PASSWORD})`,
        true,
      )
      .bash(`deploy --region eu --password ${PASSWORD}`, 'deployed')
      .episodes();
    expect(episode?.failure.error).toContain('unknown flag --regoin');
    expect(JSON.stringify(episode)).not.toContain(PASSWORD);
    expect(episode?.trigger.commandPatterns.join('')).toContain('regoin');
  });

  test('is taken out of the output of a command that prints it', () => {
    const [episode] = script()
      .bash(
        `kubectl get secret db -o jsonpath='{.data.dsn}' | base64 -d; echo; psqll`,
        `${PASSWORD}\nbash: psqll: command not found`,
        true,
      )
      .bash('psql', 'ok')
      .episodes();
    expect(episode?.failure.error).toContain('psqll: command not found');
    expect(JSON.stringify(episode)).not.toContain(PASSWORD);
  });

  test('is left open in the pattern of the error', () => {
    const said = (password: string) => `error: unknown flag --regoin before --password ${password} in line 1`;
    const [episode] = script()
      .bash('sh deploy.sh', said(PASSWORD), true)
      .bash('sh other.sh', 'deployed')
      .episodes();
    const { errorPatterns } = episode!.trigger;
    expect(errorPatterns).toHaveLength(1);
    expect(new RegExp(errorPatterns[0]!).test(said('another'))).toBe(true);
  });

  test('of letters alone is in no tag that was made of the raw text', () => {
    const [episode] = script()
      .bash('npm tset', 'Unknown command: "tset"', true)
      .bash('npm test', 'ok')
      .episodes();
    const raw = {
      ...episode!,
      summary: "password_hash('radorlogropa')",
      tags: ['tool:hashradorlogropa', 'tool:npm'],
    };
    expect(redactEpisode(raw).tags).toEqual(['tool:npm']);
    const said = `here's my key: ${PASSWORD}Weft22`;
    const small = {
      ...raw,
      mistake: said,
      tags: [`tool:${said.replace(/\W/g, '').toLowerCase()}`, 'tool:npm'],
    };
    expect(redactEpisode(small).tags).toEqual(['tool:npm']);
  });

  test('leaves the same word alone where it is none', () => {
    const [episode] = script()
      .bash('npm run biuld', 'npm error Missing script: "biuld"\ntoken: build', true)
      .bash('npm run build', 'built')
      .episodes();
    expect(episode?.summary).toContain('biuld');
    expect(episode?.remediation).toContain('npm run build');
  });

  test('of letters only, told by the lines that the words around it were made of', () => {
    const secret = 'xqzvbnmrt';
    const [episode] = script()
      .bash(
        `deploy --regoin eu --values - <<EOF\npassword: |\n  ${secret}\nEOF`,
        'error: unknown flag --regoin',
        true,
      )
      .bash(`deploy --region eu --values - <<EOF\npassword: |\n  ${secret}\nEOF`, 'deployed')
      .episodes();
    expect(episode?.summary).toContain('--regoin');
    expect(JSON.stringify(episode)).toContain(REDACTED);
    expect(JSON.stringify(episode)).not.toContain(secret);
  });
});

describe('a secret at the place where a text is cut', () => {
  const SECRET = 'Hv6xaG5Jmdm3BkP7qHmd1aQ4';
  const ADDRESS = `postgres://tide:${SECRET}@db.kelp.test/moor`;
  const words = (chars: number) => 'pier mole quay '.repeat(700).slice(0, chars);
  /** Longest beginning of the secret that a text holds. */
  const shown = (text: string) => {
    let chars = 0;
    while (chars < SECRET.length && text.includes(SECRET.slice(0, chars + 1))) chars += 1;
    return chars;
  };

  for (const limit of [300, 400, 500, 600, 1000, 1500, 3000, 8192]) {
    test(`a command or an error cut at ${limit} characters`, () => {
      for (let before = 2; before < 48; before += 5) {
        const pad = words(limit - before);
        const command = `kelpctl moor ${pad.slice(13)} ${ADDRESS}`;
        const usage = 'kelpctl: error: unrecognized arguments: --fast';
        const [long] = script().bash(`${command} --fast`, usage, true).bash(command, 'moored').episodes();
        expect(shown(JSON.stringify(long))).toBeLessThan(4);
        const [told] = script()
          .bash(
            'kelpctl moor --fast',
            `${usage}\n${pad.slice(usage.length + 1)} ${ADDRESS}\n${words(5000)}`,
            true,
          )
          .bash('kelpctl moor', 'moored')
          .episodes();
        expect(shown(JSON.stringify(told))).toBeLessThan(4);
      }
    });
  }

  test('a message that the summary and the pattern cut', () => {
    for (let pad = 0; pad < 260; pad += 3) {
      const [episode] = script()
        .bash(
          'kelpctl moor --fast',
          `kelpctl: error: cannot connect to ${words(pad)} ${ADDRESS} because it is closed`,
          true,
        )
        .bash('kelpctl moor', 'moored')
        .episodes();
      expect(shown(JSON.stringify(episode))).toBeLessThan(8);
    }
  });
});
