import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.ts';
import { useLateFailure } from './use-late-failure.ts';

const shown = vi.hoisted(() => vi.fn());
vi.mock('../toast/toasts.ts', () => ({ showToast: shown }));

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  shown.mockReset();
});

function openDialog() {
  let fails: (error: unknown) => void = () => {};
  const hook = (props: { open: boolean }): void => {
    fails = useLateFailure(props);
  };
  const dialog = runHook(hook, { open: true });
  // A callback kept from when the dialog was open.
  return { dialog, fail: fails };
}

test('what fails while the dialog is open is said in it alone', () => {
  const { fail } = openDialog();
  fail(new Error('offline'));
  expect(shown).not.toHaveBeenCalled();
});

test.each(['is closed', 'goes with its page'])('what fails after the dialog %s is said above the pages', (end) => {
  const { dialog, fail } = openDialog();
  if (end === 'is closed') dialog.render({ open: false });
  else dialog.leave();
  fail(new Error('offline'));
  expect(shown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'error' }));
});
