import { afterEach, expect, test, vi } from 'vitest';
import { pageAudio } from '../../lib/page-audio.ts';
import { chime } from './chime.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that refuses the lock with this error. */
function chimeRefused(name: string): Promise<void> {
  const locks = { request: async () => Promise.reject(new DOMException('', name)) };
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true }, locks });
  return chime('message', { sounds: true, vibration: false });
}

test('a page that enters the back/forward cache is refused the lock, and stays silent', async () => {
  await expect(chimeRefused('InvalidStateError')).resolves.toBeUndefined();
});

test('any other error of a chime is reported', async () => {
  await expect(chimeRefused('NotSupportedError')).rejects.toThrow(DOMException);
});

test('a browser that tells of no touch is asked for the sound and the vibration all the same', async () => {
  const locks = { request: vi.fn(async () => {}) };
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { locks, vibrate });
  await chime('message', { sounds: true, vibration: true });
  expect(locks.request).toHaveBeenCalledOnce();
  expect(vibrate).toHaveBeenCalledOnce();
});

test('a page on plain http, which has no locks, chimes all the same', async () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  vi.stubGlobal('window', new EventTarget());
  const played = vi.spyOn(pageAudio, 'context', 'get').mockReturnValue(null);
  await chime('message', { sounds: true, vibration: false });
  expect(played).toHaveBeenCalledOnce();
});
