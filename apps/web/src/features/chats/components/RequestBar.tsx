import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ChatRoom } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { HandWavingIcon } from '../../../ui/icons.ts';
import { LaterSafetyDialogs } from '../../../ui/safety/LaterSafetyDialogs.tsx';
import text from '../../../ui/text.module.css';
import { acceptHello } from '../api/accept-hello.ts';
import type { Chats } from '../cache.ts';
import { useEndChat } from '../use-end-chat.ts';
import styles from './request-bar.module.css';

interface RequestBarProps {
  chats: Chats;
  room: ChatRoom;
}

/** Replaces the composer until the hello is accepted. */
export function RequestBar({ chats, room }: RequestBarProps) {
  return room.request === 'theirs' ? <Theirs chats={chats} room={room} /> : <Yours />;
}

function Yours() {
  return (
    <p className={styles.waits} role="status">
      <HandWavingIcon size={20} />
      <Trans>They can answer when they accept.</Trans>
    </p>
  );
}

function Theirs({ chats, room }: RequestBarProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const end = useEndChat(chats, room);
  const [asking, setAsking] = useState<'nothing' | 'report' | 'block'>('nothing');
  const accepting = useMutation({ mutationFn: () => acceptHello(chats, room) });
  return (
    <section className={styles.bar} aria-label={t`${name} wants to say hello`}>
      <h2 className={text.strong}>{t`${name} wants to say hello`}</h2>
      <p className={text.muted}>
        <Trans>
          You write to each other once you accept. Until then they see neither whether you are here nor whether you have
          read it.
        </Trans>
      </p>
      {accepting.error && (
        <p className={styles.error} role="alert">
          {errorText(accepting.error)}
        </p>
      )}
      <div className={styles.answers}>
        <Button look="stop" disabled={accepting.isPending} onClick={() => end('delete')}>
          <Trans>Not now</Trans>
        </Button>
        <Button look="go" busy={accepting.isPending} onClick={() => accepting.mutate()}>
          <Trans context="chat request">Accept</Trans>
        </Button>
      </div>
      <div className={styles.safety}>
        <Button look="quiet" size="sm" onClick={() => setAsking('report')}>
          <Trans>Report</Trans>
        </Button>
        <Button look="quiet" size="sm" onClick={() => setAsking('block')}>
          <Trans>Block</Trans>
        </Button>
      </div>
      {asking !== 'nothing' && (
        <LaterSafetyDialogs
          name={room.other.name}
          target={{ type: 'chatRoom', id: room.id }}
          asking={asking}
          onClose={() => setAsking('nothing')}
        />
      )}
    </section>
  );
}
