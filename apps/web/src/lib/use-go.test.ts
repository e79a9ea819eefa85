import { expect, test, vi } from 'vitest';
import { runHook } from './testing/run-hook.ts';
import { useGoFromHere } from './use-go.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('react-router', () => ({ useNavigate: () => navigate }));

test('an answer leads on from the page that asked for it, and from no other', () => {
  let go: ReturnType<typeof useGoFromHere> = () => {};
  const page = runHook(() => void (go = useGoFromHere()), {});
  go('/chat/one', { replace: true });
  page.leave();
  go('/chat/two');
  expect(navigate.mock.calls).toEqual([['/chat/one', { replace: true }]]);
});
