import { expect, test, vi } from 'vitest';
import { openPress, pushedHere } from '../../lib/from-worker.ts';
import { unseenPage } from '../../lib/testing/run-hook.ts';
import { answerPress } from '../../state/calling.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { DeviceHost } from './DeviceHost.tsx';

const go = vi.hoisted(() => vi.fn());
vi.mock('react-router', () => ({ useLocation: () => ({ pathname: '/chat/one' }) }));
vi.mock('../../lib/use-go.ts', () => ({ useGo: () => go }));
vi.mock('../../ui/toast/toasts.ts', () => ({ showToast: vi.fn() }));
vi.mock('./our-worker.ts', async () => ({
  buildStore: (await import('zustand/vanilla')).createStore(() => ({ build: 'current' })),
  closeNotices: async () => {},
}));
vi.mock('./push/this-device.ts', () => ({ devicePush: { resume: async () => {} } }));
vi.mock('./push/PushOffer.tsx', () => ({ PushOffer: () => null }));
vi.mock('./UpdateOffer.tsx', () => ({ UpdateOffer: () => null }));

function host() {
  const page = unseenPage();
  Object.assign(window, { location: { pathname: '/chat/one', search: '' } });
  go.mockReset();
  page.show(<DeviceHost you="wei" ringing={null} />);
  return page;
}

test('a call that was accepted before anybody listened is answered; the page that it opened is not gone to again', () => {
  openPress.press({ type: 'open', path: '/chat/one', answer: 'call' });
  const { leave } = host();
  const answered = vi.fn();
  answerPress.listen(answered)();
  expect([answered.mock.calls, go.mock.calls]).toEqual([[['call']], []]);
  openPress.press({ type: 'open', path: '/chat/two', answer: null });
  expect(go.mock.calls).toEqual([['/chat/two']]);
  leave();
});

test('the banner of a push leads to its page by the way that asks first', () => {
  const { leave } = host();
  pushedHere.press({ type: 'pushed', title: 'Mei', body: 'Hello', avatar: null, path: '/chat/two', tag: 'two' });
  vi.mocked(showToast).mock.lastCall?.[0].onClick?.();
  expect(go.mock.calls).toEqual([['/chat/two']]);
  leave();
});
