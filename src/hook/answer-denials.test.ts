import { describe, expect, test } from 'bun:test';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { denial, type HookOutput, HookRig, payload, told } from '../../test/support/hook-rig.ts';
import { fastIo } from '../platform/fast-io.ts';

const hook = new HookRig();
const { bash, events, send } = hook;

describe('hold', () => {
  const hold = makeLesson({ slug: 'hold-me-ef56', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] });

  test('denies once; the repeated call passes from 0.7 s on, a twin does not', async () => {
    await compileInto(hook.home, [hold]);
    const first = await send(bash('npm publish'));
    expect(first?.hookSpecificOutput?.permissionDecision).toBe('deny');
    expect(denial(first)).toContain('What to do instead of hold-me-ef56');
    expect(denial(first)).toContain('To proceed anyway, repeat the identical call.');
    hook.now += 300;
    const twin = bash('npm publish');
    expect(denial(await send(twin))).not.toBe('');
    hook.now += 399;
    expect(denial(await send(bash('npm publish')))).not.toBe('');
    hook.now += 1;
    expect(denial(await send(twin))).not.toBe('');
    expect(await send(bash('npm publish'))).toBeNull();
    expect(await send(bash('npm publish'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual([
      'hold',
      'hold',
      'hold',
      'hold-passed',
      'hold-passed',
    ]);
  });

  test('a repetition that two installed hooks let pass is one, also where calls have no ids', async () => {
    await compileInto(hook.home, [hold]);
    const call = () => ({ sessionId: 's1', timestamp: hook.now, toolName: 'bash', toolArgs: 'npm publish' });
    for (const moment of [0, 5000]) {
      hook.now += moment;
      for (let times = 0; times < 2; times += 1) await send(call(), {}, 'copilot');
    }
    expect(events().map((event) => event['kind'])).toEqual(['hold', 'hold-passed']);
  });

  test.each(['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 1, undefined])(
    'calls without ids are told apart though all say the time %p',
    async (timestamp) => {
      const block = makeLesson({
        slug: 'block-me-cd34',
        delivery: 'block',
        commandPatterns: ['\\bdropdb\\b'],
      });
      await compileInto(hook.home, [hold, block]);
      const ask = async (command: string) => {
        const call = { session_id: 's1', timestamp, hook_event_name: 'BeforeTool', cwd: '/p' };
        const tool = { tool_name: 'run_shell_command', tool_input: { command } };
        return JSON.stringify(await send({ ...call, ...tool }, {}, 'gemini-cli'));
      };
      expect(await ask('npm publish')).toContain('deny');
      expect(await ask('npm publish')).toContain('deny');
      hook.now += 700;
      expect(await ask('npm publish')).toBe('null');
      const code = /allow [A-Z0-9]{6}/.exec(await ask('dropdb shop'))?.[0];
      const prompt = { session_id: 's1', timestamp, hook_event_name: 'BeforeAgent', prompt: code };
      await send(prompt, {}, 'gemini-cli');
      expect(await ask('dropdb shop')).toBe('null');
      expect(await ask('dropdb shop')).toContain('deny');
    },
  );

  test('a command of a skill is held; what can only be told beside a result is told at a call', async () => {
    const tell = makeLesson({ slug: 'tell-me-ab12', commandPatterns: ['\\bnpm (?:ci|publish)\\b'] });
    await compileInto(hook.home, [hold, tell]);
    const ofSkill = (command: string) => ({ ...bash(command), hook_event_name: 'PreSkillShellCommand' });
    expect(await send(ofSkill('npm ci'))).toBeNull();
    const held = await send(ofSkill('npm publish'));
    expect(held?.hookSpecificOutput?.hookEventName).toBe('PreSkillShellCommand');
    expect(denial(held)).toContain('What to do instead of hold-me-ef56');
    hook.now += 700;
    expect(told(await send(bash('npm publish')))).toContain('tell-me-ab12');
    expect(events().map((event) => event['kind'])).toEqual(['hold', 'hold-passed', 'inject']);
  });

  test('the same tool-use id always gets the same answer', async () => {
    await compileInto(hook.home, [hold]);
    const call = bash('npm publish');
    const reason = denial(await send(call));
    hook.now += 5000;
    expect(denial(await send(call))).toBe(reason);
  });

  test('three inputs are held, the fourth is context', async () => {
    await compileInto(hook.home, [hold]);
    for (const tag of ['a', 'b', 'c'])
      expect(denial(await send(bash(`npm publish --tag ${tag}`)))).not.toBe('');
    const fourth = await send(bash('npm publish --tag d'));
    expect(denial(fourth)).toBe('');
    expect(told(fourth)).toContain('hold-me-ef56');
    expect(await send(bash('npm publish --tag e'))).toBeNull();
    expect(denial(await send(bash('npm publish --tag a', { agent_id: 'a9' })))).not.toBe('');
  });

  test('the fourth is context with the result, where the agent takes none before it', async () => {
    await compileInto(hook.home, [hold]);
    const call = async (command: string) => {
      hook.now += 5000;
      const about = { tool_name: 'run_shell_command', tool_input: { command } };
      const named = (event: string, more = {}) =>
        payload(event, { timestamp: new Date(hook.now).toISOString(), ...about, ...more });
      const before = JSON.stringify(await send(named('BeforeTool'), {}, 'gemini-cli'));
      hook.now += 1000;
      const result = { tool_response: { llmContent: 'Output: done' } };
      const after = await send(named('AfterTool', result), {}, 'gemini-cli');
      return `${before.includes('deny') ? 'denied' : 'run'} ${told(after).includes('hold-me') ? 'told' : ''}`;
    };
    for (const tag of ['a', 'b', 'c']) expect(await call(`npm publish --tag ${tag}`)).toStartWith('denied');
    expect(await call('npm publish --tag c')).toBe('run ');
    expect(await call('npm publish --tag d')).toBe('run told');
    expect(await call('npm publish --tag e')).toBe('run ');
  });

  test('a subagent is held for itself, whatever the main agent was', async () => {
    await compileInto(hook.home, [hold]);
    expect(denial(await send(bash('npm publish')))).not.toBe('');
    hook.now += 5000;
    expect(denial(await send(bash('npm publish', { agent_id: 'a9' })))).not.toBe('');
    expect(await send(bash('npm publish'))).toBeNull();
  });

  test('one denial names two lessons; the repetition is held by the others', async () => {
    const slugs = ['hold-one', 'hold-two', 'hold-three'];
    const three = slugs.map((slug) =>
      makeLesson({ slug, delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] }),
    );
    await compileInto(hook.home, three);
    const named = async () => {
      hook.now += 5000;
      const reason = denial(await send(bash('npm publish')));
      return slugs.filter((slug) => reason.includes(`What to do instead of ${slug},`));
    };
    expect(await named()).toEqual(['hold-one', 'hold-two']);
    expect(await named()).toEqual(['hold-three']);
    expect(await named()).toEqual([]);
  });
});

describe('block', () => {
  const block = makeLesson({
    slug: 'block-me-gh78',
    delivery: 'block',
    blockReason: 'Never run {command} here.',
    commandPatterns: ['\\bdropdb\\b'],
  });
  const codeOf = (output: HookOutput | null) => /allow ([A-Z0-9]{6})/.exec(denial(output))?.[1] ?? '';
  const prompt = (text: string, more = {}) =>
    payload('UserPromptSubmit', { prompt: text, prompt_id: `p${hook.now}`, ...more });

  test('always denies, and names the command and a code', async () => {
    await compileInto(hook.home, [block]);
    const first = await send(bash('dropdb shop'));
    expect(denial(first)).toContain('Never run dropdb shop here.');
    expect(denial(first).slice(0, 40)).toContain(`allow ${codeOf(first)}`);
    expect(codeOf(first)).not.toBe('');
    expect(first?.systemMessage).toEndWith(`type: allow ${codeOf(first)}`);
    hook.now += 60_000;
    expect(codeOf(await send(bash('dropdb shop')))).toBe(codeOf(first));
    expect(codeOf(await send(bash('dropdb other')))).not.toBe(codeOf(first));
  });

  test('what was permitted by a clock that was ahead is permitted no more', async () => {
    await compileInto(hook.home, [block]);
    hook.now += 24 * 3_600_000;
    const code = codeOf(await send(bash('dropdb shop')));
    expect(told(await send(prompt(`allow ${code}`)))).toContain(code);
    hook.now -= 24 * 3_600_000;
    const again = codeOf(await send(bash('dropdb shop')));
    expect(again).not.toBe(code);
    expect((await send(prompt(`allow ${code}`)))?.systemMessage).toContain('has expired');
    hook.now += 10_000;
    expect(told(await send(prompt(`allow ${again}`)))).toContain(again);
    expect(await send(bash('dropdb shop'))).toBeNull();
  });

  test('allow CODE lets exactly one call of that session through', async () => {
    await compileInto(hook.home, [block]);
    const code = codeOf(await send(bash('dropdb shop')));
    expect(await send(prompt(`please allow ${code}`))).toBeNull();
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
    const elsewhere = await send(prompt(`allow ${code}`, { session_id: 'other' }));
    expect(elsewhere?.systemMessage).toContain(`${code} is of no call that was blocked in this session`);
    expect(told(elsewhere)).toBe('');
    expect(await send(prompt('allow access'))).toBeNull();
    expect(told(await send(prompt(`allow ${code.toLowerCase()}\n`)))).toContain(code);
    expect(denial(await send(bash('dropdb other')))).not.toBe('');
    const call = bash('dropdb shop');
    expect(await send(call)).toBeNull();
    expect(await send(call)).toBeNull();
    const again = await send(bash('dropdb shop'));
    expect(codeOf(again)).not.toBe('');
    expect(codeOf(again)).not.toBe(code);
    hook.now += 1000;
    expect((await send(prompt(`allow ${code}`)))?.systemMessage).toContain('was used');
    expect(events().map((event) => event['kind'])).toEqual([
      'block',
      'block',
      'allow-once',
      'block',
      'allow-once',
      'block',
    ]);
  });

  test('two installed hooks let the allowed call through, also where calls have no ids', async () => {
    await compileInto(hook.home, [block]);
    const call = () => ({ sessionId: 's1', timestamp: hook.now, toolName: 'bash', toolArgs: 'dropdb shop' });
    const blocked = JSON.stringify(await send(call(), {}, 'copilot'));
    const code = /allow ([A-Z0-9]{6})/.exec(blocked)?.[1];
    hook.now += 1000;
    await send({ sessionId: 's1', timestamp: hook.now, prompt: `allow ${code}` }, {}, 'copilot');
    hook.now += 1000;
    expect([await send(call(), {}, 'copilot'), await send(call(), {}, 'copilot')]).toEqual([null, null]);
    hook.now += 1000;
    expect(await send(call(), {}, 'copilot')).not.toBeNull();
  });

  for (const delivery of ['block', 'hold'] as const) {
    test(`allow CODE lets the call through that a second lesson would ${delivery} too`, async () => {
      const second = makeLesson({
        slug: 'second-xy12',
        delivery,
        priority: 2,
        blockReason: 'Nor this.',
        commandPatterns: ['\\bdropdb shop\\b'],
      });
      await compileInto(hook.home, [block, second]);
      const code = codeOf(await send(bash('dropdb shop')));
      await send(prompt(`allow ${code}`));
      expect(await send(bash('dropdb shop'))).toBeNull();
      expect(denial(await send(bash('dropdb shop')))).not.toBe('');
    });
  }

  test('a permission expires, and so does a code', async () => {
    await compileInto(hook.home, [block]);
    const code = codeOf(await send(bash('dropdb shop')));
    await send(prompt(`allow ${code}`));
    hook.now += 10 * 60_000;
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
    hook.now += 60 * 60_000;
    const fresh = codeOf(await send(bash('dropdb shop')));
    expect(fresh).not.toBe(code);
    hook.now += 60 * 60_000;
    expect((await send(prompt(`allow ${fresh}`)))?.systemMessage).toContain('expired');
  });

  test('a full disk: no code that cannot be kept is shown, and a code works once there is room again', async () => {
    await compileInto(hook.home, [block]);
    const full = {
      ...fastIo(),
      createExclusive: (path: string) => fastIo().createExclusive(path, ''),
      append: () => false,
    };
    const unkept = await send(bash('dropdb shop'), { io: full });
    expect(denial(unkept)).not.toBe('');
    expect(JSON.stringify(unkept)).not.toMatch(/allow [A-Z0-9]{6}/);
    const code = codeOf(await send(bash('dropdb shop')));
    const refused = await send(prompt(`allow ${code}`), { io: full });
    expect(refused?.systemMessage).toContain('nothing can be written');
    hook.now += 60_000;
    expect((await send(prompt(`allow ${code}`)))?.systemMessage).toContain('may run once');
    expect(await send(bash('dropdb shop'))).toBeNull();
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
  });

  test('a subagent cannot allow, and holdout never touches a block', async () => {
    await compileInto(hook.home, [block], { config: { holdoutRate: 0.9 } });
    const code = codeOf(await send(bash('dropdb shop')));
    expect(await send(prompt(`allow ${code}`, { agent_id: 'a1' }))).toBeNull();
    expect(denial(await send(bash('dropdb shop')))).not.toBe('');
  });
});
