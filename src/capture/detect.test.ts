import { describe, expect, test } from 'bun:test';
import type { Episode } from '../model/episode.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { Detector } from './detect.ts';

const options = { agent: 'claude-code', file: 'a.jsonl', minConfidence: 0 } as const;

/** Builds the events of a transcript, one line each. */
class Script {
  readonly events: TranscriptEvent[] = [];
  #line = 0;
  #calls = 0;

  #base() {
    this.#line += 1;
    const second = String(this.#line % 60).padStart(2, '0');
    return {
      line: this.#line,
      uuid: `00000000-0000-4000-8000-${String(this.#line).padStart(12, '0')}`,
      timestamp: `2026-01-01T00:00:${second}.000Z`,
    };
  }

  session(cwd = '/repo'): this {
    this.events.push({ kind: 'session', ...this.#base(), sessionId: 's1', cwd });
    return this;
  }

  user(text: string): this {
    this.events.push({ kind: 'user', ...this.#base(), text, via: 'prompt' });
    return this;
  }

  says(text: string): this {
    this.events.push({ kind: 'assistant', ...this.#base(), text, model: 'm' });
    return this;
  }

  call(
    tool: string,
    input: Record<string, unknown>,
    output: string,
    failed: boolean | undefined,
    more: Partial<Extract<TranscriptEvent, { kind: 'result' }>> = {},
  ): this {
    this.#calls += 1;
    const callId = `toolu_${String(this.#calls).padStart(20, '0')}`;
    this.events.push({ kind: 'call', ...this.#base(), callId, nativeTool: tool, tool, input, cwd: '/repo' });
    this.events.push({
      kind: 'result',
      ...this.#base(),
      callId,
      isError: failed,
      exitCode: null,
      text: output,
      chars: output.length,
      denial: null,
      feedback: null,
      timedOut: false,
      durationMs: null,
      ...more,
    });
    return this;
  }

  bash(command: string, output: string, failed: boolean | undefined = false): this {
    return this.call('Bash', { command }, output, failed);
  }

  ok(count: number): this {
    for (let index = 0; index < count; index++) this.bash(`echo step ${index}`, `step ${index}`);
    return this;
  }

  episodes(): Episode[] {
    return detect(this.events);
  }
}

function detect(events: TranscriptEvent[]): Episode[] {
  const detector = new Detector(options);
  for (const event of events) detector.push(event);
  return detector.finish().episodes;
}

const script = () => new Script().session().user('do the work');
const surest = (episodes: Episode[]) => episodes.filter((episode) => episode.confidence >= 0.5);

describe('mistakes in a command', () => {
  test('an unknown flag, with its correction and a trigger that tells the two apart', () => {
    const [episode, ...rest] = script()
      .bash('docker build --squashh -t app .', 'unknown flag: --squashh\nSee docker build --help.', true)
      .says('The flag is not right.')
      .bash('docker build -t app .', 'Successfully built 1234')
      .episodes();
    expect(rest).toEqual([]);
    expect(episode!.kind).toBe('usage');
    expect(episode!.confidence).toBeGreaterThan(0.85);
    expect(episode!.summary).toBe('`docker build` does not accept `--squashh`');
    expect(episode!.correction!.input['command']).toBe('docker build -t app .');
    expect(episode!.signals).toEqual(['error-correction']);
    const pattern = new RegExp(episode!.trigger.commandPatterns[0]!);
    expect(pattern.test('docker build --squashh -t app .')).toBe(true);
    expect(pattern.test('docker build -t app .')).toBe(false);
    expect(episode!.lines).toEqual([4]);
    expect(episode!.failure.toolUseId).toBe(episode!.toolUseIds[0]!);
  });

  test.each([
    ['command-not-found', 'uv sync', 'bash: uv: command not found'],
    [
      'wrong-directory',
      'npm test',
      'npm error enoent Could not read package.json: Error: ENOENT: no such file or directory',
    ],
    ['shell-syntax', 'for f in a; do echo $f', 'bash: -c: line 2: syntax error: unexpected end of file'],
    ['platform', "sed -i 's/a/b/' f", 'sed: 1: "f": invalid command code f'],
    ['missing-module', 'python -m pytest', '/usr/bin/python: No module named pytest'],
    [
      'usage',
      'kubectl get pods --namespce x',
      "error: unknown flag: --namespce\nSee 'kubectl get --help' for usage.",
    ],
    ['usage', 'terraform aply', 'Terraform has no command named "aply".\n\nDid you mean "apply"?'],
    ['usage', 'cargo test --nocapture', "error: unexpected argument '--nocapture' found"],
    [
      'compile',
      'npx tsc --noEmit',
      "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    ],
    ['compile', 'cargo build', 'error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5'],
    [
      'script-error',
      'python3 -c \'import json; json.load(open("a"))["k"]\'',
      'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nKeyError: \'k\'',
    ],
    ['api-misuse', 'gh api repos/a/b/pull/3', 'gh: Not Found (HTTP 404)'],
  ])('%s: %s', (kind, command, output) => {
    const [episode] = script()
      .call('Write', { file_path: '/repo/src/a.ts', content: 'x' }, 'written', undefined)
      .call('Write', { file_path: '/repo/src/main.rs', content: 'x' }, 'written', undefined)
      .bash(command, `Exit code 1\n${output}`, true)
      .call('Edit', { file_path: '/repo/src/a.ts', old_string: 'a', new_string: 'b' }, 'ok', undefined)
      .bash(kind === 'compile' ? command : 'echo on', '')
      .episodes();
    expect(episode!.kind).toBe(kind);
    expect(episode!.confidence).toBeGreaterThanOrEqual(0.5);
    expect(episode!.summary.length).toBeLessThanOrEqual(80);
    expect(episode!.summary).not.toMatch(/exit code|\.\.\.$/i);
  });

  test('retries are one episode, with all their results and the loop named', () => {
    const s = script();
    for (const flag of ['--porcelan', '--porcelian', '--porcelin'])
      s.bash(`git status ${flag}`, `error: unknown option \`${flag.slice(2)}'`, true);
    const episodes = s.bash('git status --porcelain', '').episodes();
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.attempts).toBe(3);
    expect(episodes[0]!.toolUseIds).toHaveLength(3);
    expect(episodes[0]!.signals).toContain('retry-loop');
  });

  test('a failure hidden behind a pipe is found, the same words from a reader are not', () => {
    const hidden = script()
      .call('Write', { file_path: '/repo/pkg/a.go', content: 'x' }, 'written', undefined)
      .bash('go build ./... 2>&1 | head -20', 'pkg/a.go:3:2: undefined: foo')
      .call('Edit', { file_path: '/repo/pkg/a.go', old_string: 'foo', new_string: 'bar' }, 'ok', undefined)
      .bash('go build ./... 2>&1 | head -20', '')
      .episodes();
    expect(surest(hidden)).toHaveLength(1);
    expect(hidden[0]!.severity).toBe('silent');
    const reader = script().bash('cat build.log | head -20', 'pkg/a.go:3:2: undefined: foo').ok(2).episodes();
    expect(reader).toEqual([]);
    const source = script()
      .call('Read', { file_path: '/repo/a.go' }, 'return fmt.Errorf("error: x not found")', undefined)
      .episodes();
    expect(source).toEqual([]);
  });

  test('an edit whose text is not in the file', () => {
    const [episode] = script()
      .call(
        'Edit',
        { file_path: '/repo/a.py', old_string: 'x', new_string: 'y' },
        '<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>',
        true,
      )
      .call('Edit', { file_path: '/repo/a.py', old_string: 'X', new_string: 'y' }, 'updated', undefined)
      .episodes();
    expect(episode!.kind).toBe('edit-mismatch');
    expect(episode!.summary).toContain('a.py');
    expect(episode!.correction!.tool).toBe('Edit');
  });
});

describe('what is not a mistake', () => {
  test.each<[string, Script]>([
    ['a search without a match', script().bash('rg -n foo src', 'Exit code 1', true)],
    ['which', script().bash('which foo', 'foo not found', true)],
    [
      'a missing path in a listing',
      script().bash('ls build/', 'Exit code 1\nls: build/: No such file or directory', true),
    ],
    [
      'a sibling call',
      script().call(
        'Bash',
        { command: 'ls' },
        '<tool_use_error>Sibling tool call errored</tool_use_error>',
        true,
        { denial: 'sibling' },
      ),
    ],
    [
      'an interrupt',
      script().call('Bash', { command: 'make' }, '[Request interrupted by user]', true, {
        denial: 'interrupted',
      }),
    ],
    [
      'a permission prompt',
      script().call('Bash', { command: 'make' }, 'This command requires approval', true, {
        denial: 'permission',
      }),
    ],
    [
      'a merge conflict',
      script().bash(
        'git merge main',
        'CONFLICT (content): Merge conflict in a.txt\nAutomatic merge failed; fix conflicts and then commit the result.',
        true,
      ),
    ],
    [
      'a lock',
      script().bash('git commit -m x', "fatal: Unable to create '/repo/.git/index.lock': File exists.", true),
    ],
    ['an outage', script().bash('gh pr list', 'HTTP 503: Service Unavailable', true)],
    [
      'a rejected push',
      script().bash(
        'git push',
        ' ! [rejected] main -> main (fetch first)\nerror: failed to push some refs',
        true,
      ),
    ],
    [
      'formatter findings',
      script().bash(
        'npx prettier --check .',
        '[warn] src/a.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
        true,
      ),
    ],
    ['a fallback', script().bash('yq . a.yml || echo "no yq"', 'bash: yq: command not found\nno yq')],
    [
      'errors in files that were never touched',
      script()
        .bash(
          'go vet ./...',
          'other/pkg/x.go:12:3: undefined: thing\nother/pkg/y.go:2:3: undefined: thing',
          true,
        )
        .says('That is pre-existing and unrelated.'),
    ],
    [
      'a test that is to fail first',
      script()
        .says('TDD: I write the test and run it to see it fail.')
        .bash('npx vitest run a.test.ts', 'FAIL a.test.ts > adds\nAssertionError: expected 1 to be 2', true)
        .says('It fails as expected.'),
    ],
    [
      'a pending check',
      script().bash('gh pr checks 3', 'build\tpending\t0\nSome checks are still pending', true),
    ],
    ['our own text', script().bash('make', '[lessons-learned]\nerror: held', true)],
  ])('%s', (_name, s) => {
    expect(surest(s.ok(1).episodes()).map((episode) => episode.summary)).toEqual([]);
  });
});

describe('corrections by the user', () => {
  const acted = () =>
    script()
      .call('Edit', { file_path: '/repo/a.ts', old_string: 'a', new_string: 'b' }, 'updated', undefined)
      .says('Done, the guard is in.');

  test.each([
    [
      'no, that is wrong: the config is read from the environment',
      "You're right, my mistake. Let me fix that.",
    ],
    ['but this way the reason is lost from the message, or not?', "You're right. Let me restore it."],
    ["That's not what I asked for. I wanted the button on the left.", 'I apologize for the confusion.'],
    ['why did you delete the migration file??', "I apologize, I shouldn't have deleted it."],
    ["we don't use axios in this project, use fetch", 'Got it, switching to fetch.'],
    ['Stop creating README files!', "Understood, I'll remove it and won't create more."],
    ["it still doesn't work, same error", 'I see. My previous fix was incomplete.'],
    ['actually the env var is called DB_URL', 'Thanks for the correction. Updating it.'],
    ['nein, das ist falsch. Die Datei gehört nach src', 'Du hast recht, mein Fehler. Ich verschiebe sie.'],
    ['eso está mal, te olvidaste de las pruebas', 'Tienes razón, lo siento. Las añado.'],
    ["ce n'est pas ça, tu as supprimé le test", 'Vous avez raison, désolé.'],
    ['不对，你删错了文件', '抱歉，你说得对，我恢复它。'],
    ['違う、そうじゃない。テストを消さないで', '申し訳ありません、おっしゃる通りです。'],
  ])('%s', (objection, answer) => {
    const episodes = surest(acted().user(objection).says(answer).ok(1).episodes());
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.signals).toContain('user-correction');
    expect(episodes[0]!.lines).toHaveLength(1);
    expect(episodes[0]!.toolUseIds).toEqual([]);
  });

  test.each([
    ['great, now add a test for the parser', 'Sure, adding it.'],
    ['how does the cache work?', 'Good question. It is keyed by the path.'],
    ["no, don't bother with that yet, let's wait", 'Fair enough, it stays as it is.'],
    ['yes please', 'Done.'],
    ["Never mind, I'll do it myself", 'Sounds good.'],
    ['can you make the button blue instead of green', "Done, it's blue now."],
    ['why is the build slow?', 'Good question, let me profile.'],
    ['I think we should also handle the empty case', 'Good idea, adding it.'],
    ['yes but make it optional', 'Sure, making it optional.'],
    ['can you also update the changelog', 'Good idea. Updating it.'],
  ])('not one: %s', (words, answer) => {
    expect(surest(acted().user(words).says(answer).ok(1).episodes())).toEqual([]);
  });

  test('words inside a rejection name the rejected call', () => {
    const episodes = surest(
      acted()
        .call(
          'Bash',
          { command: 'git stash' },
          "The user doesn't want to proceed. the user said:\ndo not stash my work",
          true,
          { denial: 'user-rejected', feedback: 'do not stash my work, look at it as it is' },
        )
        .says('Understood.')
        .ok(1)
        .episodes(),
    );
    expect(episodes).toHaveLength(1);
    expect(episodes[0]!.toolUseIds).toHaveLength(1);
    expect(episodes[0]!.trigger.commandPatterns).toEqual(['\\bgit\\s+stash\\b']);
  });

  test('a rule for the future is kept as one', () => {
    const [episode] = surest(
      acted()
        .user('always use pnpm in this repository, never npm')
        .says("Got it, I'll use pnpm.")
        .ok(1)
        .episodes(),
    );
    expect(episode!.signals).toContain('user-rule');
    expect(episode!.reusable).toBeGreaterThan(0.6);
  });
});

describe('the detector as a machine', () => {
  const long = () => {
    const s = script();
    for (let round = 0; round < 30; round++) {
      s.bash(`tool${round} run --bad${round}`, `error: unknown option '--bad${round}'`, true)
        .says('Let me correct the flag.')
        .ok(round % 4);
      s.bash(`tool${round} run --good`, 'fine')
        .user('no, you forgot the tests')
        .says("You're right, my mistake.");
    }
    return s.events;
  };

  test('no failing result belongs to two episodes', () => {
    const ids = detect(long()).flatMap((episode) => episode.toolUseIds);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(30);
  });

  test('is deterministic, and a replayed record adds nothing', () => {
    const events = long();
    expect(JSON.stringify(detect(events))).toBe(JSON.stringify(detect(events)));
    const doubled = events.flatMap((event): TranscriptEvent[] =>
      event.kind === 'result' || event.kind === 'call' ? [event, event] : [event],
    );
    expect(detect(doubled).flatMap((episode) => episode.toolUseIds).length).toBe(30);
  });

  test('stopped and continued at any event it finds what one pass finds', () => {
    const events = long().slice(0, 120);
    const whole = new Map(detect(events).map((episode) => [episode.id, episode]));
    for (let at = 1; at < events.length; at += 7) {
      const first = new Detector(options);
      for (const event of events.slice(0, at)) first.push(event);
      const { detection, snapshot } = first.checkpoint();
      const second = new Detector(options, snapshot);
      for (const event of events.slice(at)) second.push(event);
      const rest = second.finish();
      const found = new Map(detection.episodes.map((episode) => [episode.id, episode]));
      for (const id of rest.retracted) found.delete(id);
      for (const episode of rest.episodes) found.set(episode.id, episode);
      expect([...found.keys()].sort()).toEqual([...whole.keys()].sort());
      for (const [id, episode] of found) expect(episode).toEqual(whole.get(id)!);
    }
  });

  test('its state stays small over 100,000 events', () => {
    const detector = new Detector(options);
    let line = 0;
    for (let round = 0; round < 25_000; round++) {
      const callId = `toolu_${String(round).padStart(20, '0')}`;
      const base = { uuid: null, timestamp: null };
      const failed = round % 50 === 0;
      detector.push({
        kind: 'assistant',
        line: ++line,
        ...base,
        text: 'Going on with the next file.',
        model: null,
      });
      detector.push({
        kind: 'call',
        line: ++line,
        ...base,
        callId,
        nativeTool: 'Bash',
        tool: 'Bash',
        input: { command: `make step${round}` },
        cwd: null,
      });
      detector.push({
        kind: 'result',
        line: ++line,
        ...base,
        callId,
        isError: failed,
        exitCode: failed ? 2 : 0,
        text: failed ? `make: *** No rule to make target 'step${round}'.` : 'ok',
        chars: 10,
        denial: null,
        feedback: null,
        timedOut: false,
        durationMs: null,
      });
      detector.push({ kind: 'user', line: ++line, ...base, text: `next ${round}`, via: 'prompt' });
    }
    const { snapshot } = detector.checkpoint();
    expect(snapshot.length).toBeLessThan(200_000);
  });

  test('odd input does not throw', () => {
    const s = script()
      .bash('', '', true)
      .bash('\u0000"\'`$(', 'x', true)
      .call('we"ird\ntool', { a: { b: [1, null] } }, '', true)
      .call('Edit', {}, 'String to replace not found', true)
      .bash(`echo ${'a'.repeat(300_000)}`, 'b'.repeat(300_000), true);
    expect(() => s.episodes()).not.toThrow();
  });

  test('secrets are redacted, the episode stays', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const [episode] = script()
      .bash(`curl --tokn ${secret} https://example.com`, `curl: option --tokn: is unknown (${secret})`, true)
      .bash('curl https://example.com', 'ok')
      .episodes();
    expect(episode).toBeDefined();
    expect(JSON.stringify(episode)).not.toContain(secret);
  });
});
