import { expect, test } from 'vitest';
import { FAR, IDLE, pull, type Pull, type PullEvent } from './pull.ts';

const touched: PullEvent = { kind: 'touched', x: 100, y: 100, at: 'top' };
const down = (by: number, aside = 0): PullEvent => ({ kind: 'moved', x: 100 + aside, y: 100 + by });
const letGo: PullEvent = { kind: 'let-go' };
const after = (...events: PullEvent[]): Pull => events.reduce(pull, IDLE);

test('drawn down 160 px from the top and let go, it refreshes until the answer', () => {
  expect(after(touched, down(160), letGo)).toEqual({ kind: 'refreshing' });
  expect(after(touched, down(160), letGo, { kind: 'answered' })).toEqual(IDLE);
});

test('less than far enough, it goes back', () => {
  const drawn = after(touched, down(60));
  expect(drawn.kind === 'drawn' && drawn.by).toBeLessThan(FAR);
  expect(pull(drawn, letGo)).toEqual(IDLE);
});

test('it never comes further than 96 px', () => {
  const drawn = after(touched, down(10_000));
  expect(drawn.kind === 'drawn' && drawn.by).toBeLessThanOrEqual(96);
});

test.each([
  ['begun below the top', [{ ...touched, at: 'elsewhere' }, down(160), letGo]],
  ['drawn aside first', [touched, down(5, 40), down(160), letGo]],
  ['drawn up first', [touched, down(-40), down(160), letGo]],
  ['with a second finger', [touched, down(160), { kind: 'cancelled' }, letGo]],
  ['drawn and brought back', [touched, down(160), down(0), letGo]],
] satisfies [string, PullEvent[]][])('%s, nothing is asked for', (_, events) => {
  expect(after(...events)).toEqual(IDLE);
});

test('while it refreshes, fingers change nothing', () => {
  const refreshing = after(touched, down(160), letGo);
  expect([touched, down(160), letGo].reduce(pull, refreshing)).toBe(refreshing);
});
