import { QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom } from '@yonder/contract';
import { expect, it } from 'vitest';
import { CHAT_ROOMS, type Chats, heldRooms } from '../cache.ts';
import { room } from '../samples.ts';
import { chatRoomsQuery } from './list-chat-rooms.ts';

/** A list stored on the device, before a server that has not answered yet. */
function listOf(kept: readonly ChatRoom[]) {
  const answer = Promise.withResolvers<{ chatRooms: ChatRoom[]; next: null }>();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const chats = {
    client: { call: () => answer.promise } as unknown as Client,
    queryClient,
    copy: { rooms: async () => kept, histories: async () => [] },
    drafts: { rooms: () => [] },
    outbox: { all: async () => [] },
  } as unknown as Chats;
  return { answer, queryClient, listing: queryClient.fetchQuery(chatRoomsQuery(chats)) };
}

it('what the device has kept stands there until the server has answered', async () => {
  const { answer, queryClient, listing } = listOf([room()]);
  await expect.poll(() => heldRooms(queryClient)).toEqual({ rooms: [room()], next: null, from: 'device' });
  answer.resolve({ chatRooms: [], next: null });
  await expect(listing).resolves.toEqual({ rooms: [], next: null, from: 'server' });
});

it('that there are no chats only the server says: until then nothing is known, nor when it does not answer', async () => {
  const [whole, broken] = [listOf([]), listOf([])];
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(whole.queryClient.getQueryState(CHAT_ROOMS)).toMatchObject({ status: 'pending', data: undefined });
  whole.answer.resolve({ chatRooms: [], next: null });
  await expect(whole.listing).resolves.toMatchObject({ rooms: [], from: 'server' });
  broken.answer.reject(new Error('no network'));
  await expect(broken.listing).rejects.toThrow('no network');
  expect(broken.queryClient.getQueryState(CHAT_ROOMS)).toMatchObject({ status: 'error', data: undefined });
});
