import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { NotLoaded } from '../../../ui/NotLoaded.tsx';
import { isMissing } from '../api/room-after.ts';

interface RoomTroubleProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

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
    <NotLoaded
      title={t`This chat did not load`}
      busy={busy}
      onRetry={onRetry}
      also={
        <ButtonLink look="quiet" to="/chats">
          <Trans>Back to chats</Trans>
        </ButtonLink>
      }
    />
  );
}
