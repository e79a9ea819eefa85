import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { chatRoomsQuery } from '../api/list-chat-rooms.ts';
import { useChats } from '../use-chats.ts';
import { useMinute } from '../use-minute.ts';
import { ChatListSkeleton } from './ChatListSkeleton.tsx';
import { ChatRow } from './ChatRow.tsx';

/** Everybody one can write to, the newest conversation first. */
export function ChatsTab() {
  const { t } = useLingui();
  const { chatId } = useParams();
  const chats = useChats();
  const now = useMinute();
  const { data: rooms, isPending, refetch, isFetching } = useQuery(chatRoomsQuery(chats));

  if (isPending) return <ChatListSkeleton />;
  if (rooms === undefined) {
    return (
      <EmptyState
        scene="error"
        title={t`Your chats did not load`}
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>The connection may be down for a moment.</Trans>
      </EmptyState>
    );
  }
  if (rooms.length === 0) return <NoChats />;
  return (
    <ul>
      {rooms.map((room) => (
        <ChatRow
          key={room.id}
          room={room}
          you={chats.you}
          now={now}
          current={room.id === chatId ? 'page' : undefined}
        />
      ))}
    </ul>
  );
}

function NoChats() {
  const { t } = useLingui();
  return (
    <EmptyState
      scene="calls"
      title={t`No chats yet`}
      action={
        <ButtonLink look="go" to="/call">
          <Trans>Meet someone</Trans>
        </ButtonLink>
      }
    >
      <Trans>When you and somebody both like each other in a call, your chat begins here.</Trans>
    </EmptyState>
  );
}
