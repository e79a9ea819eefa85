import { Trans } from '@lingui/react/macro';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface NotLoadedProps {
  title: string;
  /** Absent: the connection is to blame. */
  why?: string;
  busy: boolean;
  onRetry: () => void;
}

/** What should stand here did not come; one more try. */
export function NotLoaded({ title, why, busy, onRetry }: NotLoadedProps) {
  return (
    <EmptyState
      scene="error"
      title={title}
      action={
        <Button busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {why ?? <Trans>The connection may be down for a moment.</Trans>}
    </EmptyState>
  );
}
