import { expect, test } from 'vitest';
import { createSignalBudget, SIGNAL_BYTES } from './signal-budget.ts';

const offer = { kind: 'offer', callId: 'call', from: 'alias', sdp: 'x'.repeat(8_192) } as const;
const most = SIGNAL_BYTES.burst / offer.sdp.length;

test('what is being delivered is taken: of 100 offers that are under way at once 8 are', () => {
  const budget = createSignalBudget();
  const taken = Array.from({ length: 100 }, () => budget.take({ side: 'a', now: 0 }, offer));
  expect(taken.filter((is) => is).length).toBe(most);
  expect(budget.take({ side: 'b', now: 0 }, offer)).toBe(true);
});

test('what was not delivered is given back, and no more than that', () => {
  const budget = createSignalBudget();
  const side = { side: 'a', now: 0 } as const;
  for (let i = 0; i < 3 * most; i++) {
    expect(budget.take(side, offer)).toBe(true);
    budget.giveBack(side, offer);
  }
  for (let i = 0; i < most; i++) expect(budget.take(side, offer)).toBe(true);
  expect(budget.take(side, offer)).toBe(false);
  expect(budget.take({ side: 'a', now: 60_000 }, offer)).toBe(true);
});
