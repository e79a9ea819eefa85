import { Trans, useLingui } from '@lingui/react/macro';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

export function Failed({ error, busy, onAgain }: { error: Error; busy: boolean; onAgain: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      scene="error"
      title={t`The moments did not load`}
      action={
        <Button busy={busy} onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorText(error)}
    </EmptyState>
  );
}
