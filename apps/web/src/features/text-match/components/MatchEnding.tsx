import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { Button } from '../../../ui/Button.tsx';
import { matching } from '../text.ts';
import { useHindrance, useMatch } from '../use-matching.ts';
import { Hindered } from './Hindered.tsx';
import styles from './match.module.css';

/** Replaces the composer: the chat is over, and the next search is one press away. */
export function MatchEnding({ room }: { room: ChatRoom }) {
  const { t } = useLingui();
  const match = useMatch(room.id);
  const hindrance = useHindrance();
  return (
    <div className={styles.ending}>
      <p role="status">
        {match?.endReason === 'lost' ? (
          <Trans>The connection between you was lost.</Trans>
        ) : (
          <Trans>This chat is over.</Trans>
        )}{' '}
        <Trans>What was said stays on this page for 30 days at most.</Trans>{' '}
        <Trans>It is no longer in your list of chats.</Trans>
      </p>
      <Hindered hindrance={hindrance} />
      <Button
        look="go"
        disabled={hindrance !== null}
        onClick={() => void matching.find()}
      >{t`Find someone new`}</Button>
    </div>
  );
}
