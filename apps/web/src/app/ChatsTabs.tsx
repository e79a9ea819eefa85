import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import styles from './chats-page.module.css';

export type ChatsTab = 'chat' | 'call';
const TABS = ['chat', 'call'] as const;

const navigationState = z.object({ activeTab: z.literal('call') });

/** The tab in the navigation state, which is not trusted; the chats when it names none. */
export function activeTab(state: unknown): ChatsTab {
  return navigationState.safeParse(state).success ? 'call' : 'chat';
}

export function ChatsTabs({ active }: { active: ChatsTab }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const names = { chat: t`Chats`, call: t`Calls` } satisfies Record<ChatsTab, string>;
  const choose = (tab: ChatsTab) => void navigate('/chats', { state: { activeTab: tab }, replace: true });
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = active === 'chat' ? 'call' : 'chat';
    choose(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t`Chats and calls`}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === active}
          aria-controls="chats-panel"
          tabIndex={tab === active ? 0 : -1}
          onKeyDown={turn}
          onClick={() => choose(tab)}
        >
          {names[tab]}
        </button>
      ))}
    </div>
  );
}
