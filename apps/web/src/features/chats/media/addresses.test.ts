import { CallError } from '@yonder/client';
import { expect, test, vi } from 'vitest';
import { createMint, type MediaAddress } from './addresses.ts';

const address = (messageId: string): MediaAddress => ({
  messageId,
  url: `/api/v1/media/${messageId}`,
  thumbUrl: null,
  expiresAt: 0,
});

function mint(known: (id: string) => boolean = () => true) {
  const ask = vi.fn(async (ids: string[]) => ids.filter(known).map(address));
  return { ask, mint: createMint({ ask, after: (_, run) => (queueMicrotask(run), () => {}) }) };
}

test('what is asked for at once is one question, each id once', async () => {
  const { ask, mint: addressOf } = mint();
  const found = await Promise.all(['a', 'b', 'a'].map(addressOf));
  expect(found.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'a']);
  expect(ask.mock.calls).toEqual([[['a', 'b']]]);
});

test('the 51st is a question of its own', async () => {
  const { ask, mint: addressOf } = mint();
  await Promise.all(Array.from({ length: 51 }, (_, index) => addressOf(`${index}`)));
  expect(ask.mock.calls.map(([ids]) => ids.length)).toEqual([50, 1]);
});

test('what the answer leaves out is not there any more', async () => {
  const { mint: addressOf } = mint((id) => id !== 'gone');
  const [there, gone] = await Promise.allSettled([addressOf('there'), addressOf('gone')]);
  expect(there.status).toBe('fulfilled');
  expect(gone).toMatchObject({ status: 'rejected', reason: { reason: 'media-not-found' } });
  expect(gone.status === 'rejected' && gone.reason).toBeInstanceOf(CallError);
});
