import { Trans, useLingui } from '@lingui/react/macro';
import { ButtonLink } from '../../../ui/Button.tsx';
import { SeededAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { TopBar } from '../../../ui/TopBar.tsx';
import { useMatch } from '../use-matching.ts';
import styles from './match-bar.module.css';

/** The way back to an open match, from any other page. */
export function MatchBar({ chatRoomId }: { chatRoomId: string }) {
  const { t } = useLingui();
  const match = useMatch(chatRoomId);
  return (
    <TopBar label={t`Text match`}>
      {match && <SeededAvatar seed={match.other} size={40} />}
      <p className={styles.words}>
        <strong>
          <Trans>Someone is with you</Trans>
        </strong>
        <span className={text.caption} role="status">
          {match?.otherPresence === 'reconnecting' && <Trans>They are reconnecting…</Trans>}
        </span>
      </p>
      <ButtonLink look="go" size="sm" to={`/chat/${chatRoomId}`}>{t`Open chat`}</ButtonLink>
    </TopBar>
  );
}
