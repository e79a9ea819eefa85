import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from './Button.tsx';
import type { Again } from './later.tsx';
import { showToast } from './toast/toasts.ts';

/** State of a retry button: busy while loading, and a toast if it fails again. */
export function useAgain(again: Again): { busy: boolean; press: () => void } {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  function press(): void {
    setBusy(true);
    again()
      .catch(() =>
        showToast({
          message: t`Network error. Please try again.`,
          type: 'error',
        }),
      )
      .finally(() => setBusy(false));
  }
  return { busy, press };
}

/** Replaces a part of a page when its scripts fail to load. */
export function TryAgain({ again }: { again: Again }) {
  const { t } = useLingui();
  const { busy, press } = useAgain(again);
  return <Button size="sm" busy={busy} onClick={press}>{t`Try again`}</Button>;
}
