import { beforeEach, expect, test, vi } from 'vitest';
import { runHook } from './testing/run-hook.ts';
import { useGoFromHere, useGoFromPage } from './use-go.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('react-router', () => ({ useNavigate: () => navigate, useLocation: () => ({ pathname: '/chat/one' }) }));
beforeEach(() => void navigate.mockClear());

test('an answer leads on from the page that asked for it, and from no other', () => {
  let go: ReturnType<typeof useGoFromHere> = () => {};
  const page = runHook(() => void (go = useGoFromHere()), {});
  go('/chat/one', { replace: true });
  page.leave();
  go('/chat/two');
  expect(navigate.mock.calls).toEqual([['/chat/one', { replace: true }]]);
});

test('an answer that comes when what asked for it is gone leads on from its page, and from no other', () => {
  let go: ReturnType<typeof useGoFromPage> = () => {};
  const room = runHook(() => void (go = useGoFromPage()), {});
  room.leave();
  const location = { pathname: '/chat/one' };
  Object.assign(window, { location });
  go('/chats', { replace: true });
  location.pathname = '/home';
  go('/chats', { replace: true });
  expect(navigate.mock.calls).toEqual([['/chats', { replace: true }]]);
});
