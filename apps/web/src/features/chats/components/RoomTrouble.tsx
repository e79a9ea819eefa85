import { Trans, useLingui } from '@lingui/react/macro';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { isMissing } from '../api/room-after.ts';

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
        title={t`This chat is not here, or it is not yours.`}
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
