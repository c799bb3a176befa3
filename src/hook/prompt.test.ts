import { describe, expect, test } from 'bun:test';
import { compileInto, makeLesson } from '../../test/kit/lessons.ts';
import { HookRig, payload, told } from '../../test/support/hook-rig.ts';

const hook = new HookRig();
const { events, next, send } = hook;

describe('before a turn', () => {
  const prompt = (text: string, more = {}) => {
    return payload('UserPromptSubmit', { prompt: text, prompt_id: `q${next()}`, ...more });
  };

  test('known pitfalls above the relevance floor, each once, main agent only', async () => {
    await compileInto(hook.home, [
      makeLesson({
        slug: 'kubernetes-rollout',
        summary: 'Kubernetes rollout hangs without readiness probes',
        signature: 'kubectl rollout',
      }),
    ]);
    expect(await send(prompt('Deploy something', { agent_id: 'a1' }))).toBeNull();
    expect(await send(prompt('Fix the rollout of kubernetes', { agent_id: 'a1' }))).toBeNull();
    expect(await send(prompt('<task-notification> kubernetes rollout'))).toBeNull();
    expect(await send(prompt('We need a carousel'))).toBeNull();
    const text = told(await send(prompt('Fix the rollout of kubernetes')));
    expect(text).toContain('[KNOWN PITFALLS — your prior lessons]\n- [kubectl rollout] ');
    expect(text).toMatch(/\(#\d+\)\n\[END KNOWN PITFALLS\]/);
    expect(await send(prompt('Fix the rollout of kubernetes'))).toBeNull();
    expect(events().map((event) => event['kind'])).toEqual(['pitfalls']);
  });

  test('no pitfall of another project, nor one that shares a single common word', async () => {
    const rollout = { summary: 'Kubernetes rollout hangs without readiness probes', tags: [] };
    await compileInto(hook.home, [
      makeLesson({ ...rollout, slug: 'elsewhere', scope: 'project:elsewhere' }),
      makeLesson({ ...rollout, slug: 'for-codex', scope: 'agent:codex' }),
    ]);
    expect(await send(prompt('Fix the rollout of kubernetes'))).toBeNull();
    await compileInto(hook.home, [makeLesson({ ...rollout, slug: 'everywhere' })]);
    expect(await send(prompt('Are the probes of the spacecraft back?'))).toBeNull();
    expect(told(await send(prompt('Fix the rollout of kubernetes')))).toContain('Kubernetes rollout hangs');
  });

  test('a lessons command is recorded, once for one prompt', async () => {
    const sent = prompt('/lessons:review now');
    expect(await send(sent)).toBeNull();
    expect(await send(sent)).toBeNull();
    await send(prompt('tell me about /lessons'));
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({ kind: 'human-command', sessionId: 'session-1' });
  });

  test('of a lessons command only its name is kept: what follows may hold a secret', async () => {
    await send(prompt('/lesson deploy: never call it with AKIAIEQH746YNG7BY3A4'));
    await send(prompt('  /lessons:review the password is hunter2'));
    expect(events().map((event) => event['detail'])).toEqual(['/lesson', '/lessons:review']);
  });
});
