import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unseenPage } from '../../../lib/testing/run-hook.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { called } from '../direct/samples.ts';
import { inCall, liked } from '../samples.ts';
import { CallFailed } from './CallFailed.tsx';

interface Pressable {
  children: string;
  onClick: () => void;
}

const here = vi.hoisted(() => ({
  call: { kind: 'idle' } as object,
  direct: { kind: 'idle' } as object,
  listeners: new Set<() => void>(),
  asked: [] as string[],
  buttons: new Map<string, () => void>(),
}));

vi.mock('../voice.ts', () => ({
  voice: { end: () => here.asked.push('end') },
  directCalls: { cancel: () => here.asked.push('cancel'), decline: () => here.asked.push('decline') },
}));
vi.mock('../use-call.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  const subscribe = (listener: () => void) => {
    here.listeners.add(listener);
    return () => here.listeners.delete(listener);
  };
  return {
    useCall: () => ({ state: useSyncExternalStore(subscribe, () => here.call) }),
    useDirectCall: () => useSyncExternalStore(subscribe, () => here.direct),
  };
});
// No element can be rendered there.
vi.mock('../../../ui/TopBar.tsx', async () => {
  const { Children, isValidElement } = await import('react');
  const isDrawn = (child: ReactNode) => isValidElement(child) && typeof child.type !== 'string';
  return { TopBar: ({ children }: { children: ReactNode }) => Children.toArray(children).filter(isDrawn) };
});
vi.mock('../../../ui/Button.tsx', async () => {
  const { useEffect } = await import('react');
  return {
    Button({ children, onClick }: Pressable) {
      useEffect(() => {
        here.buttons.set(children, onClick);
        return () => void here.buttons.delete(children);
      });
      return null;
    },
  };
});

/** What the call screens have shown. */
const shown = { names: [] as string[], throws: true };

function Screens() {
  const kinds = [here.call, here.direct].map((state) => ('kind' in state ? state.kind : ''));
  if (shown.throws && kinds.join(' ') !== 'idle idle') throw new Error('an overlay');
  shown.names.push(kinds.join(' '));
  return null;
}

beforeEach(() => {
  Object.assign(here, { call: { kind: 'idle' }, direct: { kind: 'idle' } });
  here.asked.length = 0;
  Object.assign(shown, { names: [], throws: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

function page() {
  const { show, leave } = unseenPage();
  const draw = () =>
    show(
      <ErrorBoundary renderInstead={(again) => <CallFailed onAgain={again} />}>
        <Screens />
      </ErrorBoundary>,
    );
  draw();
  return {
    leave,
    /** What the call machines say now. */
    async turn(state: Partial<Pick<typeof here, 'call' | 'direct'>>): Promise<void> {
      Object.assign(here, state);
      for (const listener of here.listeners) listener();
      draw();
      await Promise.resolve();
      draw();
    },
    async press(name: string): Promise<void> {
      here.buttons.get(name)?.();
      await Promise.resolve();
      draw();
    },
    buttons: () => [...here.buttons.keys()],
  };
}

test('a call whose screen throws can be ended and shown again, and the next one is shown', async () => {
  const { turn, press, buttons, leave } = page();
  await turn({ call: inCall(liked()) });
  expect(buttons()).toEqual(['Show it again', 'End call']);
  await press('End call');
  expect(here.asked).toEqual(['end']);
  await press('Show it again');
  // It throws again, any number of times.
  expect(buttons()).toEqual(['Show it again', 'End call']);
  shown.throws = false;
  await turn({ call: { kind: 'idle' } });
  await turn({ call: inCall(liked()) });
  expect([shown.names.at(-1), buttons()]).toEqual(['calling idle', []]);
  leave();
});

test('a call that rings and whose dialog throws can be declined, and the next one rings', async () => {
  const { turn, press, buttons, leave } = page();
  await turn({ direct: { kind: 'incoming', call: called(), answer: 'open' } });
  expect(buttons()).toEqual(['Show it again', 'Decline']);
  await press('Decline');
  expect(here.asked).toEqual(['decline']);
  await turn({ direct: { kind: 'idle', left: null } });
  shown.throws = false;
  await turn({ direct: { kind: 'incoming', call: called(), answer: 'open' } });
  expect([shown.names.at(-1), buttons()]).toEqual(['idle incoming', []]);
  leave();
});

test('a call that is on its way and whose screen throws can be given up', async () => {
  const { turn, press, leave } = page();
  await turn({ direct: { kind: 'outgoing', call: called() } });
  await press('End call');
  expect(here.asked).toEqual(['cancel']);
  leave();
});
