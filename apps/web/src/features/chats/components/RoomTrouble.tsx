import { Trans, useLingui } from '@lingui/react/macro';
import { CallError } from '@yonder/client';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

interface RoomTroubleProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** Why there is no conversation to see. */
export function RoomTrouble({ error, busy, onRetry }: RoomTroubleProps) {
  const { t } = useLingui();
  if (isMissing(error)) {
    return (
      <EmptyState
        scene="not-found"
        title={t`This chat does not exist.`}
        action={
          <ButtonLink to="/chats">
            <Trans>Back to chats</Trans>
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      scene="error"
      title={t`This chat did not load`}
      action={
        <Button busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The connection may be down for a moment.</Trans>
    </EmptyState>
  );
}

/** An address that was never a chat's is as good as one that is gone. */
function isMissing(error: Error): boolean {
  return error instanceof CallError && (error.code === 'not-found' || error.code === 'invalid-argument');
}
