import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import type { FailureReason } from './later.tsx';
import { showToast } from './toast/toasts.ts';

interface NotOpenedProps {
  reason: FailureReason;
  onClose: () => void;
}

/** Instead of a dialog that cannot be shown: a sentence says so, and what was opened is closed. */
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

/** The `failed` of a dialog. */
export function notOpened(_again: unknown, { onClose }: Pick<NotOpenedProps, 'onClose'>, reason: FailureReason) {
  return <NotOpened reason={reason} onClose={onClose} />;
}
