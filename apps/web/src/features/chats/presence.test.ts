import { FIXED } from '@yonder/contract';
import { expect, it, vi } from 'vitest';
import { createPresence, type Seen } from './presence.ts';

/** A tab with a manual clock. */
function tab() {
  let time = 0;
  let timer: { due: number; run: () => void } | null = null;
  let isVisible = true;
  let room: string | null = null;
  const report = vi.fn<(seen: Seen) => Promise<unknown>>(async () => null);
  const own = createPresence({
    now: () => time,
    after(ms, run) {
      timer = { due: time + ms, run };
      return () => void (timer = null);
    },
    isVisible: () => isVisible,
    room: () => room,
    report,
  });
  own.connected();
  return {
    ...own,
    report,
    said: async () => {
      await answered();
      return report.mock.calls.map(([{ presence, chatRoomId }]) =>
        chatRoomId ? `${presence} ${chatRoomId}` : presence,
      );
    },
    async show(next: boolean) {
      isVisible = next;
      own.look();
      await answered();
    },
    open(next: string | null) {
      room = next;
      own.moved();
    },
    advance(ms: number) {
      time += ms;
      const due = timer;
      if (due === null || due.due > time) return;
      timer = null;
      due.run();
    },
  };
}

async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

it('a new connection is taken for looked at: nothing is said', async () => {
  expect(await tab().said()).toEqual([]);
});

it('hidden is away at once, shown is back at once', async () => {
  const { show, said } = tab();
  await show(false);
  await show(true);
  expect(await said()).toEqual(['away', 'online']);
});

it('5 minutes without a hand are away, 1 ms less is not; the next movement is back', async () => {
  const { advance, used, said } = tab();
  advance(FIXED.idleMs - 1);
  expect(await said()).toEqual([]);
  advance(1);
  expect(await said()).toEqual(['away']);
  used();
  used();
  expect(await said()).toEqual(['away', 'online']);
});

it('whoever does something in between stays', async () => {
  const { advance, used, said } = tab();
  advance(FIXED.idleMs - 1);
  used();
  advance(1);
  advance(FIXED.idleMs - 2);
  expect(await said()).toEqual([]);
  advance(1);
  expect(await said()).toEqual(['away']);
});

it('a new connection hears again of a hidden tab', async () => {
  const { show, connected, said } = tab();
  await show(false);
  connected();
  expect(await said()).toEqual(['away', 'away']);
});

it('what was not heard is said again', async () => {
  const { show, report, said } = tab();
  report.mockRejectedValueOnce(new Error('lost'));
  await show(false);
  await show(false);
  expect(await said()).toEqual(['away', 'away']);
});

it('the open room is told while it can be seen: when it is opened, hidden, shown and left', async () => {
  const { open, show, said } = tab();
  open('room-1');
  await answered();
  await show(false);
  await show(true);
  open(null);
  expect(await said()).toEqual(['online room-1', 'away', 'online room-1', 'online']);
});

it('a new connection hears again of the open room, also when it came before the last word was lost', async () => {
  const { open, connected, report, said } = tab();
  const lost = Promise.withResolvers<unknown>();
  report.mockReturnValueOnce(lost.promise);
  open('room-1');
  connected();
  lost.reject(new Error('lost'));
  expect(await said()).toEqual(['online room-1', 'online room-1']);
  connected();
  expect(await said()).toEqual(['online room-1', 'online room-1', 'online room-1']);
});

it('from room to room the last one is said last, whatever the answers do', async () => {
  const { open, report, said } = tab();
  const slow = Promise.withResolvers<unknown>();
  report.mockReturnValueOnce(slow.promise);
  open('room-1');
  open(null);
  open('room-2');
  expect(await said()).toEqual(['online room-1']);
  slow.resolve(null);
  expect(await said()).toEqual(['online room-1', 'online room-2']);
});
