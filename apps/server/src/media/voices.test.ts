import { afterAll, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { endlessVoice, recording } from './testing/voices.ts';
import { createVoices } from './voices.ts';

const clock = createManualClock();
const voices = createVoices(clock);
afterAll(() => voices.stop());
const honest = await recording({ container: 'webm', seconds: 1 });

/** Waits until the thread works or starts: one timeout is armed. */
async function atWork(): Promise<void> {
  await expect.poll(() => clock.armed(), { interval: 5 }).toBe(1);
}

test('a thread that does not begin is not the fault of the file', async () => {
  const sent = voices.remux(honest, 'ann').catch((error: unknown) => error);
  await Promise.resolve();
  expect(clock.armed()).toBe(1);
  await clock.advance(30_000);
  expect(await sent).toMatchObject({ reason: 'busy' });
  expect(await voices.remux(honest, 'ann')).toMatchObject({ extension: 'webm' });
});

test('whose file is read for ever waits ten minutes; the others wait once', async () => {
  await voices.remux(honest, 'ann');
  const sent = voices.remux(await endlessVoice(), 'mallory').catch((error: unknown) => error);
  const again = voices.remux(honest, 'mallory').catch((error: unknown) => error);
  await atWork();
  await clock.advance(5_000);
  expect(await sent).toMatchObject({ reason: 'unreadable-file' });
  expect(await again).toMatchObject({ reason: 'too-many-requests', retryAfter: 600 });
  expect(await voices.remux(honest, 'ann')).toMatchObject({ extension: 'webm' });
  await clock.advance(599_999);
  await expect(voices.remux(honest, 'mallory')).rejects.toMatchObject({ retryAfter: 1 });
  await clock.advance(1);
  expect(await voices.remux(honest, 'mallory')).toMatchObject({ extension: 'webm' });
});
