import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { lazy, Suspense } from 'react';
import { IconButton, IconLink } from '../../../ui/IconButton.tsx';
import { useCalling } from '../../../ui/calling/use-calling.ts';
import { CaretLeftIcon, PhoneIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useMinute } from '../use-minute.ts';
import { dayName } from '../when.ts';
import styles from './room-header.module.css';

const SafetyMenu = lazy(async () => ({
  default: (await import('../../../ui/safety/SafetyMenu.tsx')).SafetyMenu,
}));

/** Who one is talking to, and what can be done about them. */
export function RoomHeader({ room }: { room: ChatRoom }) {
  const { t } = useLingui();
  const { name, photo, thumb } = room.other;
  return (
    <header className={styles.header}>
      <span className={styles.back}>
        <IconLink to="/chats" label={t`Back to chats`}>
          <CaretLeftIcon size={24} data-turns="" />
        </IconLink>
      </span>
      <span aria-hidden="true">
        <PhotoAvatar src={thumb ?? photo} name={name} seed={room.id} size={44} />
      </span>
      <div className={styles.words}>
        <PageTitle className={text.title}>{name}</PageTitle>
        <Met at={room.createdAt} />
      </div>
      {isCallable(room) && <CallButton room={room} />}
      <Suspense fallback={null}>
        <SafetyMenu key={room.id} name={name} target={{ type: 'chatRoom', id: room.id }} />
      </Suspense>
    </header>
  );
}

/** Known to each other by name, and the chat is open. */
function isCallable({ isActive, otherPresence }: ChatRoom): boolean {
  return isActive && otherPresence !== null;
}

function CallButton({ room }: { room: ChatRoom }) {
  const { t } = useLingui();
  const { call, hindrance } = useCalling(room.id, room.other);
  const label = t`Call`;
  return (
    <IconButton
      label={hindrance === null ? label : `${label}: ${hindrance}`}
      disabled={hindrance !== null}
      onClick={call}
    >
      <PhoneIcon size={24} />
    </IconButton>
  );
}

function Met({ at }: { at: number }) {
  const { i18n } = useLingui();
  const day = dayName({ at, now: useMinute(), locale: i18n.locale });
  return (
    <p className={styles.met}>
      {day.kind === 'today' && <Trans>You met today</Trans>}
      {day.kind === 'yesterday' && <Trans>You met yesterday</Trans>}
      {day.kind === 'text' && <Trans>You met on {day.text}</Trans>}
    </p>
  );
}
