import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import { NotLoaded } from '../../../ui/NotLoaded.tsx';
import { PullToRefresh } from '../../../ui/pull/PullToRefresh.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { chatRoomsQuery } from '../api/list-chat-rooms.ts';
import type { Chats } from '../cache.ts';
import type { RoomList } from '../rooms.ts';
import { found } from '../search.ts';
import { useChats } from '../use-chats.ts';
import { ChatList } from './ChatList.tsx';
import styles from './chats-tab.module.css';
import { MoreChats } from './MoreChats.tsx';
import { NoChats } from './NoChats.tsx';

export function ChatsTab() {
  const { t } = useLingui();
  const chats = useChats();
  const { data, isPending, refetch, isFetching } = useQuery(chatRoomsQuery(chats));
  // Deferred: a store's change would render in one long task.
  const list = useDeferredValue(data);

  if (isPending || (data !== undefined && list === undefined)) {
    return (
      <div className={styles.loading}>
        <RowsSkeleton label={t`Loading chats`} />
      </div>
    );
  }
  if (list === undefined) {
    return <NotLoaded title={t`Your chats did not load`} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <PullToRefresh onRefresh={() => refetch({ throwOnError: true })} />
      {list.rooms.length === 0 && list.next === null ? <NoChats /> : <FoundChats chats={chats} loaded={list} />}
    </>
  );
}

function FoundChats({ chats, loaded }: { chats: Chats; loaded: RoomList }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const rooms = found(loaded.rooms, wanted, useShownName());
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t`Search chats by name`}
          value={wanted}
          onChange={setWanted}
          onDown={() => list.current?.querySelector<HTMLAnchorElement>('li > a')?.focus()}
        />
      </div>
      <p className={styles.nobody} role="status">
        {rooms.length === 0 && loaded.next === null && t`Nobody here is called “${wanted.trim()}”.`}
      </p>
      <ChatList ref={list} chats={chats} rooms={rooms} />
      <MoreChats chats={chats} next={loaded.next} />
    </>
  );
}
