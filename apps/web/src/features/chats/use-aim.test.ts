import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { after } from '../../lib/clock.ts';
import { runHook } from '../../lib/testing/run-hook.ts';
import type { Aim } from './list-start.ts';
import type { UnreadAfter } from './reading.ts';
import { historyUpTo, message } from './samples.ts';
import { useAim } from './use-aim.ts';

vi.mock('../../lib/clock.ts', () => ({ after: vi.fn<typeof after>() }));

const latest = { ...historyUpTo(4), messages: [message(3), message(4)] };
const elsewhere = { ...latest, messages: [message(1), message(2)], newer: 'more' as const };

function aimingIn(history: typeof latest, unreadAfter: UnreadAfter) {
  let timer: { ms: number; run: () => void } | null = null;
  vi.mocked(after).mockImplementation((ms, run) => {
    timer = { ms, run };
    return () => (timer = null);
  });
  let here: ReturnType<typeof useAim> | null = null;
  const given = { history, unreadAfter };
  const { render } = runHook((props: typeof given) => void (here = useAim(props.history, props.unreadAfter)), given);
  const aiming = (): ReturnType<typeof useAim> => here ?? expect.unreachable();
  return {
    aim: () => aiming().aim,
    aimAt: (aim: Aim) => flushSync(() => aiming().setAim(aim)),
    render: (now: Partial<typeof given>) => render(Object.assign(given, now)),
    /** Milliseconds until it is over; null: no timer runs. */
    wait: () => timer?.ms ?? null,
    pass: () => flushSync(() => timer?.run()),
  };
}

it.each([
  ['what is unread is decided', latest, 'undecided', { unreadAfter: 2 }],
  ['the newest messages are there', elsewhere, 2, { history: { ...latest, place: 1 } }],
] as const)('the newest is aimed at until the list has begun anew because %s', (_, history, unreadAfter, then) => {
  const { aim, aimAt, render, wait, pass } = aimingIn(history, unreadAfter);
  aimAt('newest');
  expect([aim(), wait()]).toEqual(['newest', null]);
  render(then);
  expect([aim(), wait()]).toEqual(['newest', 0]);
  pass();
  expect([aim(), wait()]).toEqual([null, null]);
});

it('where the newest stands already and all is decided, the next list begins where it would', () => {
  const { aim, aimAt, pass } = aimingIn(latest, null);
  aimAt('newest');
  pass();
  expect(aim()).toBeNull();
});

it('a message is lit for 1.6 s from when it is there', () => {
  const { aim, aimAt, render, wait, pass } = aimingIn(latest, null);
  aimAt(2);
  expect([aim(), wait()]).toEqual([2, null]);
  render({ history: { ...elsewhere, place: 1 } });
  expect([aim(), wait()]).toEqual([2, 1_600]);
  pass();
  expect(aim()).toBeNull();
});

it('whoever asks for the newest while a message is lit is not kept at it', () => {
  const { aim, aimAt, wait } = aimingIn(elsewhere, null);
  aimAt(2);
  aimAt('newest');
  expect([aim(), wait()]).toEqual(['newest', null]);
});
