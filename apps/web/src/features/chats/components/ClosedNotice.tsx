import { Trans } from '@lingui/react/macro';
import { ANONYMOUS, type ChatRoom } from '@yonder/contract';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { SunHorizonIcon } from '../../../ui/icons.ts';
import type { Chats } from '../cache.ts';
import styles from './closed-notice.module.css';
import { LeaveChatDialog } from './LeaveChatDialog.tsx';

interface ClosedNoticeProps {
  chats: Chats;
  room: ChatRoom;
}

/** Replaces the composer. A user shut out of the room, for any reason, no longer sees the partner's name. */
export function ClosedNotice({ chats, room }: ClosedNoticeProps) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className={styles.closed}>
      <SunHorizonIcon size={20} />
      <p role="status">
        <Trans>This chat is closed.</Trans>{' '}
        {room.other.name === ANONYMOUS && (
          <>
            <Trans>Who it was with is no longer shown.</Trans>{' '}
          </>
        )}
        <Trans>What was said stays on this page for 30 days at most.</Trans>{' '}
        <Trans>It is no longer in your list of chats.</Trans>
      </p>
      <Button look="quiet" size="sm" onClick={() => setLeaving(true)}>
        <Trans>Leave chat</Trans>
      </Button>
      {isLeaving && <LeaveChatDialog chats={chats} room={room} onClose={() => setLeaving(false)} />}
    </div>
  );
}
