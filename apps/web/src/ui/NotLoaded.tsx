import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface NotLoadedProps {
  title: string;
  /** Absent: the connection is blamed. */
  why?: string;
  busy: boolean;
  onRetry: () => void;
  /** Another way out, if the screen has none. */
  also?: ReactNode;
}

/** Shown instead of content that failed to load, with a retry. */
export function NotLoaded({ title, why, busy, onRetry, also }: NotLoadedProps) {
  return (
    <EmptyState
      scene="error"
      title={title}
      action={
        <>
          <Button busy={busy} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          {also}
        </>
      }
    >
      {why ?? <Trans>The connection may be down for a moment.</Trans>}
    </EmptyState>
  );
}
