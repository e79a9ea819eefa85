import { expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { NotOpened } from './NotOpened.tsx';
import { showToast } from './toast/toasts.ts';

vi.mock('./toast/toasts.ts', () => ({ showToast: vi.fn() }));

test.each([
  ['not loaded', 'Network error. Please try again.'],
  ['threw', 'Oops! Something went wrong'],
] as const)('a dialog that has %s says so and is closed', (reason, message) => {
  const onClose = vi.fn();
  const page = unseenPage();
  page.show(<NotOpened reason={reason} onClose={onClose} />);
  page.leave();
  expect(showToast).toHaveBeenLastCalledWith({ message, type: 'error' });
  expect(onClose).toHaveBeenCalledOnce();
});
