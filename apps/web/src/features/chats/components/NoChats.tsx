import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useWide } from '../../../ui/use-wide.ts';

/** On wide screens the pane beside the list has the scene. */
export function NoChats() {
  const { t } = useLingui();
  return (
    <EmptyState
      scene={useWide() ? null : 'calls'}
      title={t`No open chats`}
      action={
        <ButtonLink look="go" to="/call">
          <Trans>Meet someone</Trans>
        </ButtonLink>
      }
    >
      <Trans>A call, a text match, a moment or a hello to somebody nearby: with each a chat can begin.</Trans>
    </EmptyState>
  );
}
