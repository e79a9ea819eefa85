import { expect, it, vi } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.ts';
import type { Chats } from './cache.ts';
import { room, YOU } from './samples.ts';
import type { Unsent } from './unsent.ts';
import { useRoomActionsOf } from './use-room-actions.ts';

it('what was written last in this tab is named', async () => {
  const add = vi.fn<(entry: Unsent) => Promise<void>>(async () => {});
  // Only these parts are used.
  const chats = { you: YOU, client: { serverNow: () => 0 }, outbox: { add } } as unknown as Chats;
  let here: ReturnType<typeof useRoomActionsOf> | null = null;
  runHook(() => void (here = useRoomActionsOf(chats, room())), {});
  const actions = (): ReturnType<typeof useRoomActionsOf> => here ?? expect.unreachable();
  expect(actions().lastWritten).toBeNull();
  actions().write({ content: 'hello', replyTo: null, media: null });
  const [entry] = add.mock.lastCall ?? expect.unreachable();
  await vi.waitFor(() => expect(actions().lastWritten).toBe(entry.clientMessageId));
});
