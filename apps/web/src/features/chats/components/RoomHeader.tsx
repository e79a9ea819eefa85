import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useCalling } from '../../../ui/calling/use-calling.ts';
import { PhoneIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { LaterSafetyMenu } from '../../../ui/safety/LaterSafetyMenu.tsx';
import text from '../../../ui/text.module.css';
import { useActivity } from '../use-activity.ts';
import { BackToChats } from './BackToChats.tsx';
import { ChatAvatar } from './ChatAvatar.tsx';
import { MetLine } from './MetLine.tsx';
import styles from './room-header.module.css';

export function RoomHeader({ room }: { room: ChatRoom }) {
  const name = useShownName()(room.other.name);
  return (
    <header className={styles.header} data-room-head="">
      <BackToChats />
      <span className={styles.picture}>
        <ChatAvatar room={room} size={44} />
      </span>
      <div className={styles.words}>
        <PageTitle className={text.title} translate="no">
          {name}
        </PageTitle>
        <Now room={room} />
      </div>
      {isCallable(room) && <CallButton room={room} />}
      <span className={styles.menu}>
        <LaterSafetyMenu key={room.id} name={room.other.name} target={{ type: 'chatRoom', id: room.id }} />
      </span>
    </header>
  );
}

/** Whether the two know each other by name and the chat is open. */
function isCallable({ isActive, otherPresence }: ChatRoom): boolean {
  return isActive && otherPresence !== null;
}

function CallButton({ room }: { room: ChatRoom }) {
  const { t } = useLingui();
  const { call, hindrance } = useCalling(room.id, room.other);
  const label = t`Call`;
  return (
    <IconButton
      label={hindrance === null ? label : t`${label}: ${hindrance}`}
      disabled={hindrance !== null}
      onClick={call}
    >
      <PhoneIcon size={24} />
    </IconButton>
  );
}

/** The partner's activity; or presence and since when the two know each other. Space for two lines stays reserved. */
function Now({ room }: { room: ChatRoom }) {
  const activity = useActivity(room.id);
  return (
    <div className={styles.now}>
      <p className={styles.met} data-behind={activity !== 'none'}>
        <Acquaintance room={room} />
      </p>
      {activity !== 'none' && (
        <p className={styles.doing}>{activity === 'typing' ? <Trans>typing…</Trans> : <Trans>recording…</Trans>}</p>
      )}
    </div>
  );
}

function Acquaintance({ room }: { room: ChatRoom }) {
  if (room.request === null) return <MetLine room={room} />;
  return room.request === 'theirs' ? <Trans>Wants to say hello</Trans> : <Trans>You said hello</Trans>;
}
