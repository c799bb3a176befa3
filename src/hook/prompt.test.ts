import { describe, expect, test } from 'bun:test';
import { compileInto, makeLesson as lessonWith } from '../../test/kit/lessons.ts';
import { HookRig, payload, told } from '../../test/support/hook-rig.ts';
import { writeManifest } from '../manifest/write.ts';
import { ConfigSchema } from '../model/config.ts';

/** A lesson that may be told before a turn. */
const makeLesson: typeof lessonWith = (fields) =>
  lessonWith({ injectOn: ['PreToolUse', 'UserPromptSubmit'], ...fields });

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

  test('where a lesson was learned here, no lesson of a pack about the same is told', async () => {
    const rollout = { summary: 'Kubernetes rollout hangs without readiness probes', tags: [] };
    const packed = makeLesson({ ...rollout, slug: 'packed', mistake: 'As a pack tells it.', source: 'pack' });
    await compileInto(hook.home, [packed]);
    expect(told(await send(prompt('Fix the rollout of kubernetes', { session_id: 'one' })))).toContain(
      'As a pack tells it.',
    );
    await compileInto(hook.home, [
      packed,
      makeLesson({ ...rollout, slug: 'own', mistake: 'As we know it.' }),
    ]);
    const text = told(await send(prompt('Fix the rollout of kubernetes', { session_id: 'two' })));
    expect(text).toContain('As we know it.');
    expect(text).not.toContain('As a pack tells it.');
  });

  test('a lesson is about what it says, not about the commands and errors that it quotes', async () => {
    await compileInto(hook.home, [
      makeLesson({
        slug: 'directory',
        summary: 'Read fails: the path is a directory',
        mistake: 'Called Read on `/srv/gemini/logs`; it failed: `EISDIR: illegal operation on a directory`.',
        remediation: 'List the folder first with bash, then read a file in it.',
        toolNames: ['Read', 'Bash'],
      }),
    ]);
    expect(await send(prompt('Is the gemini operation in the logs illegal?'))).toBeNull();
    expect(await send(prompt('Write me a bash script'))).toBeNull();
    expect(told(await send(prompt('Why does it say that the path is a directory?')))).toContain('Read fails');
  });

  test('a node of a cluster is not the program, and a call of Bash that was pasted not the shell', async () => {
    await compileInto(hook.home, [
      makeLesson({ slug: 'drives', summary: '`node` knows no `/srv` of Git Bash: it looks in `C:/srv`' }),
    ]);
    expect(await send(prompt('Please create a 3 node cluster and add its details'))).toBeNull();
    expect(await send(prompt('CONTINUE BUT YOU DONT HAVE TO DO "⏺ Bash(echo | tidectl 2>&1)"'))).toBeNull();
    expect(told(await send(prompt('Start it in bash')))).toContain('Git Bash');
  });

  test('a tool that many lessons are about tells of none of them', async () => {
    const summaries = [
      'git rebase loses the stash',
      'git clean deletes drafts',
      'git bisect leaves a detached head',
      'git blame ignores moves',
    ];
    await compileInto(
      hook.home,
      summaries.map((summary, at) => makeLesson({ slug: `git-${at}`, summary })),
    );
    expect(await send(prompt('What does git say about the release of yesterday?'))).toBeNull();
    const text = told(await send(prompt('Can git bisect find it from a detached state?')));
    expect(text).toContain('bisect');
    expect(text).not.toContain('rebase');
  });

  test('one that history keeps silent at calls is told before an order of its command', async () => {
    const push = {
      summary: 'The checks of the remote must have passed',
      commandPatterns: ['^git\\spush\\b'],
    };
    const lessons = [makeLesson({ ...push, slug: 'silent' }), makeLesson({ ...push, slug: 'acting' })];
    await writeManifest(hook.home, {
      lessons,
      config: ConfigSchema.parse({}),
      histories: new Map([[lessons[0]!.id, { callsSeen: 90, failingMet: 1, goodDisturbed: 40 }]]),
    });
    const text = told(await send(prompt('commit and push please')));
    expect(text).toContain('(#');
    expect(events().map((event) => event['slug'])).toEqual(['silent']);
  });

  test('only a lesson that may be told before a turn', async () => {
    const rollout = { summary: 'Kubernetes rollout hangs without readiness probes' };
    await compileInto(hook.home, [makeLesson({ ...rollout, slug: 'at-calls', injectOn: ['PreToolUse'] })]);
    expect(await send(prompt('Fix the rollout of kubernetes'))).toBeNull();
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
