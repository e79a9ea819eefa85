import { expect, test, vi } from 'vitest';
import { runHook } from '../../../lib/testing/run-hook.ts';
import { useGo } from '../../../lib/use-go.ts';
import { useLeaveGuard, type Leaving } from './use-leave-guard.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('react-router', () => ({ useNavigate: () => navigate }));
vi.mock('../../../ui/use-back-guard.ts', () => ({ useBackGuard: () => {} }));

test('while something is unsaved, a key, a banner or a notification asks before it leads away', () => {
  const asked: Leaving[] = [];
  let go: ReturnType<typeof useGo> = () => {};
  const hook = ({ guard }: { guard: 'on' | 'off' }): void => {
    useLeaveGuard(guard, (leaving) => asked.push(leaving));
    go = useGo();
  };
  const page = runHook(hook, { guard: 'off' });
  const hears = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('document', hears);
  Object.assign(window, hears);
  page.render({ guard: 'on' });
  go('/chats', { replace: true });
  expect([asked, navigate.mock.calls]).toEqual([[{ by: 'link', to: '/chats' }], []]);
  page.render({ guard: 'off' });
  go('/home', { replace: true });
  expect([asked.length, navigate.mock.calls]).toEqual([1, [['/home', { replace: true }]]]);
});
