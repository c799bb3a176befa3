import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { InjectionEvent } from '../../../src/model/injection-event.ts';
import type { Store } from '../../../src/store/port.ts';
import { lessonOf } from '../../support/lessons.ts';
import { failureOf } from '../../support/records.ts';
import type { StoreSubject } from './subject.ts';

/** What every store does with failures, events, outcomes and state. */
export function logContract(subject: StoreSubject): void {
  let home: string;
  let store: Store;

  beforeEach(async () => {
    home = subject.place();
    store = await subject.open(home);
  });
  afterEach(() => store.close());

  describe('failures, events, outcomes, state', () => {
    const failure = failureOf();

    test('a failure is known by its tool use where that has a random id', async () => {
      const first = { ...failure, toolUseId: 'toolu_01Qm7xT2vB9kLp4sWd8nRz' };
      expect(await store.ingestFailures([first, { ...first, id: 'other' }])).toBe(1);
      const counted = { ...failure, toolUseId: 'call_1' };
      const alike = { ...failure, toolUseId: null };
      const others = [
        counted,
        { ...counted, session_id: 's2' },
        { ...counted, id: 'later' },
        alike,
        { ...alike, session_id: 's2' },
        { ...alike, input: { command: 'y' } },
      ];
      expect(await store.ingestFailures(others)).toBe(6);
      expect(await store.ingestFailures([first, ...others])).toBe(0);
    });

    test('an event read twice is one', async () => {
      const event: InjectionEvent = {
        at: '2026-01-01T00:00:00.000Z',
        kind: 'inject',
        agent: 'claude-code',
        event: 'PreToolUse',
        sessionId: 's1',
        slug: 'a',
        lessonId: 'L',
      };
      const later: InjectionEvent = { ...event, at: '2026-01-02T00:00:00.000Z', kind: 'hold' };
      expect(await store.ingestEvents([event, later])).toBe(2);
      expect(await store.ingestEvents([event, later])).toBe(0);
      expect(await store.listEvents()).toEqual([event, later]);
      expect(
        await store.listEvents({
          since: later.at,
          kinds: ['hold', 'block'],
          lessonId: 'L',
          sessionId: 's1',
        }),
      ).toEqual([later]);
      expect(await store.listEvents({ lessonId: 'other' })).toEqual([]);
    });

    test('what is shown before a turn is counted, and nothing else', async () => {
      const { id, priority } = await store.insertLesson(lessonOf());
      const shown = (day: number, kind: InjectionEvent['kind'] = 'pitfalls'): InjectionEvent => ({
        at: `2026-01-0${day}T00:00:00.000Z`,
        kind,
        agent: 'claude-code',
        event: 'UserPromptSubmit',
        sessionId: 's1',
        slug: 'a',
        lessonId: id,
      });
      await store.ingestEvents([shown(2), shown(1)]);
      await store.ingestEvents([shown(2), shown(3, 'inject')]);
      expect(await store.getLesson(id)).toMatchObject({
        hitCount: 2,
        lastSeenAt: '2026-01-02T00:00:00.000Z',
        priority,
      });
    });

    test('outcomes are replaced by id', async () => {
      const row = {
        id: 'o1',
        lessonId: 'L',
        slug: 'a',
        sessionId: 's1',
        agent: 'x',
        project: null,
        at: '2026-01-01',
        outcome: 'unknown' as const,
        evidence: '',
        withheld: false,
        cameBack: null,
      };
      await store.saveOutcomes([row]);
      await store.saveOutcomes([{ ...row, outcome: 'prevented', withheld: true, cameBack: false }]);
      expect(await store.listOutcomes({ lessonId: 'L' })).toEqual([
        { ...row, outcome: 'prevented', withheld: true, cameBack: false },
      ]);
      expect(await store.listOutcomes({ since: '2027' })).toEqual([]);
    });

    test('state and project roots', async () => {
      await store.setState('a', '1');
      await store.setState('a', '2');
      expect(await store.getState('a')).toBe('2');
      await store.setState('b', '3');
      expect(Object.fromEntries(await store.getStates(['b', 'gone', 'a']))).toEqual({ a: '2', b: '3' });
      await store.setState('a', null);
      expect(await store.getState('a')).toBeNull();
      await store.upsertProjectRoots([
        { root: '/x', project: 'p1' },
        { root: '/y', project: 'p1' },
      ]);
      await store.upsertProjectRoots([{ root: '/x', project: 'p2' }]);
      expect(await store.listProjectRoots()).toEqual([
        { root: '/x', project: 'p2' },
        { root: '/y', project: 'p1' },
      ]);
    });
  });
}
