import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import styles from './chats-pane.module.css';
import { ChatsTab } from './ChatsTab.tsx';

/** The list beside an open room, from 768 px on. */
export function ChatsPane() {
  const { t } = useLingui();
  return (
    <aside className={styles.pane} aria-label={t`Chats`}>
      <nav className={styles.tabs} aria-label={t`Chats and calls`}>
        <Link to="/chats" aria-current="true">
          <Trans>Chats</Trans>
        </Link>
        <Link to="/call">
          <Trans>Calls</Trans>
        </Link>
      </nav>
      <ChatsTab />
    </aside>
  );
}
