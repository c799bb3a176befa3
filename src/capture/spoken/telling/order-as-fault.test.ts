import { expect, test } from 'bun:test';
import { orderAsFault } from './order-as-fault.ts';

test.each([
  ['stop asking for a pass', 'Not wanted in gate.ts: asking for a pass'],
  ['remove the second gate from the quay', 'Not wanted in gate.ts: the second gate in the quay'],
  ['add the crane entries to the harbour menu', 'Missing in the harbour menu: the crane entries'],
  ['add a pass to open the gate', 'Missing in gate.ts: a pass to open the gate'],
  ['use real passes', 'Not used in gate.ts: real passes'],
  ['use `passes` instead of `tickets`', 'Used in place of `passes`: `tickets`'],
  ['move the passes to the gate menu', 'Not in the gate menu: the passes'],
  ['fix the count of the passes', 'Wrong in gate.ts: the count of the passes'],
])('%s', (order, fault) => {
  expect(orderAsFault(order, ' in gate.ts')).toBe(fault);
});

test.each(['compare the crates with the manifest', 'stop here', 'user rights are checked twice'])(
  'nothing is told of: %s',
  (order) => {
    expect(orderAsFault(order, '')).toBeNull();
  },
);
