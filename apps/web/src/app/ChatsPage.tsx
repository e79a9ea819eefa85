import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation, useMatch } from 'react-router';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Scene } from '../ui/scene/index.ts';
import text from '../ui/text.module.css';
import { useWide } from '../ui/use-wide.ts';
import { ChatsTabs, activeTab } from './ChatsTabs.tsx';
import styles from './chats-page.module.css';
import { useListPlace } from './use-list-place.ts';

interface ChatsPageProps {
  chats: ReactNode;
  calls: ReactNode;
  room: ReactNode;
}

/** The list with its two tabs beside the open room; on phones only one of them. */
export function ChatsPage({ chats, calls, room }: ChatsPageProps) {
  const { t } = useLingui();
  const tab = activeTab(useLocation().state);
  const open = useMatch('/chat/:chatId') !== null;
  const isWide = useWide();
  useListPlace(open ? null : tab);
  return (
    <div className={styles.page} data-showing={open ? 'room' : 'list'}>
      <section className={styles.list} aria-label={t`Chats and calls`}>
        {!open && <PageTitle className={text.unseen}>{tab === 'call' ? t`Calls` : t`Chats`}</PageTitle>}
        <ChatsTabs active={open ? 'chat' : tab} />
        <div className={styles.panel} role="tabpanel" id="chats-panel" aria-labelledby={`tab-${open ? 'chat' : tab}`}>
          {tab === 'call' && !open ? calls : chats}
        </div>
      </section>
      <section className={styles.pane} aria-label={open ? t`Chat` : undefined}>
        {open ? room : isWide && <Waiting tab={tab} />}
      </section>
    </div>
  );
}

/** Shown beside the list while no room is open. */
function Waiting({ tab }: { tab: 'chat' | 'call' }) {
  const { t } = useLingui();
  return (
    <div className={styles.waiting}>
      <Scene variant="calls" />
      <p className={text.displayL}>
        {tab === 'call' ? t`Every voice was a stranger once` : t`Every chat began with a hello`}
      </p>
    </div>
  );
}
