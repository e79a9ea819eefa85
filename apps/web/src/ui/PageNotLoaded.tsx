import { Trans } from '@lingui/react/macro';
import { Button } from './Button.tsx';
import { MessagePage } from './MessagePage.tsx';

interface PageNotLoadedProps {
  title: string;
  busy: boolean;
  onRetry: () => void;
}

/** NotLoaded as a whole page. */
export function PageNotLoaded({ title, busy, onRetry }: PageNotLoadedProps) {
  return (
    <MessagePage
      scene="error"
      title={title}
      lead={<Trans>The connection may be down for a moment.</Trans>}
      actions={
        <Button busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
