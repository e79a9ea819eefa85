import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from './toast/toasts.ts';

/** Instead of a dialog whose scripts did not come: a sentence says so, and what was opened is closed. */
export function NotOpened({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const tell = useEffectEvent(() => {
    showToast({
      message: t`Network error. Please try again.`,
      type: 'error',
    });
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}

/** The `failed` of a dialog. */
export function notOpened(_again: unknown, { onClose }: { onClose: () => void }) {
  return <NotOpened onClose={onClose} />;
}
