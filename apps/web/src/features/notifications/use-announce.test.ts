import { expect, test, vi } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.ts';
import { chime } from './chime.ts';
import { useAnnounce } from './use-announce.ts';

vi.mock('react-router', () => ({ useLocation: () => ({ pathname: '/home' }) }));
vi.mock('../../lib/use-go.ts', () => ({ useGo: () => () => {} }));
vi.mock('../../state/store.ts', () => ({ appStore: { getState: () => ({ user: null, callState: 'idle' }) } }));
vi.mock('./chime.ts', () => ({ chime: vi.fn() }));

test.each([
  ['is not pushed to, whatever the browser permits', false, 1],
  ['is pushed to', true, 0],
])('out of sight on a device that %s, a message sounds here: %s, %i times', (_, isPushed, times) => {
  vi.mocked(chime).mockReset();
  vi.stubGlobal('document', { visibilityState: 'hidden', querySelector: () => null });
  vi.stubGlobal('Notification', { permission: 'granted' });
  let announce: ReturnType<typeof useAnnounce> = () => {};
  const { leave } = runHook(() => void (announce = useAnnounce(() => isPushed)), {});
  announce({ kind: 'message', path: null, title: 'Mei', message: 'Hello', avatar: null, seed: null });
  expect(chime).toHaveBeenCalledTimes(times);
  leave();
});
