import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import type { FailureReason } from './later.tsx';
import { showToast } from './toast/toasts.ts';

interface NotOpenedProps {
  reason: FailureReason;
  onClose: () => void;
}

/** Replaces a dialog that cannot be shown: tells so in a toast and closes it. */
export function NotOpened({ reason, onClose }: NotOpenedProps) {
  const { t } = useLingui();
  const tell = useEffectEvent(() => {
    showToast({
      message: reason === 'not loaded' ? t`Network error. Please try again.` : t`Oops! Something went wrong`,
      type: 'error',
    });
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}

/** The `failed` option of a dialog. */
export function notOpened(_again: unknown, { onClose }: Pick<NotOpenedProps, 'onClose'>, reason: FailureReason) {
  return <NotOpened reason={reason} onClose={onClose} />;
}
