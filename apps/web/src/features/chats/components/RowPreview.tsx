import { Trans, useLingui } from '@lingui/react/macro';
import { type ChatRoom, type Summary, summaryOf } from '@yonder/contract';
import type { ReactNode } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import { Hills } from '../../../ui/Hills.tsx';
import {
  HandWavingIcon,
  ImageIcon,
  MicrophoneIcon,
  PhoneIncomingIcon,
  PhoneOutgoingIcon,
  PhoneXIcon,
  ProhibitIcon,
  WarningCircleIcon,
} from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import type { Unsent } from '../unsent.ts';
import { useActivity } from '../use-activity.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './row-preview.module.css';

interface RowPreviewProps {
  room: ChatRoom;
  you: string;
  /** Rejected, and waiting for its author. */
  failed: Unsent | undefined;
  /** Unsent text; empty: none. */
  draft: string;
}

/** The second line of a row: the partner's activity, a failed message, a draft, or the last message. */
export function RowPreview({ room, you, failed, draft }: RowPreviewProps) {
  const activity = useActivity(room.id);
  const name = useShownName()(room.other.name);
  if (activity !== 'none') return <Doing name={name} activity={activity} />;
  if (failed !== undefined) return <Failed unsent={failed} />;
  if (draft !== '') {
    return (
      <After
        before={
          <span className={styles.draft}>
            <Trans>Draft:</Trans>{' '}
          </span>
        }
      >
        {draft}
      </After>
    );
  }
  const { lastMessage, lastMessageSummary } = room;
  if (room.request === 'theirs') return <Hello words={lastMessage ?? ''} />;
  if (lastMessageSummary === null) {
    return (
      <bdi>
        <Beginning type={room.type} />
      </bdi>
    );
  }
  return <LastSaid room={room} summary={lastMessageSummary} you={you} />;
}

interface LastSaidProps extends Omit<RowPreviewProps, 'draft' | 'failed'> {
  summary: Summary;
}

export function LastSaid({ room, summary, you }: LastSaidProps) {
  const { lastMessage } = room;
  const mine = room.lastMessageSenderId === you;
  // The unread message is the moment that the comment answers.
  if (mine && room.type === 'post' && room.unread > 0) {
    return (
      <After
        before={
          <>
            <Trans>Your comment was chosen:</Trans>{' '}
          </>
        }
      >
        {lastMessage ?? ''}
      </After>
    );
  }
  return <Last summary={summary} content={lastMessage ?? ''} side={mine ? 'me' : 'them'} you={you} />;
}

/** Text in its own direction, cut at its own end, after a prefix of ours. */
export function After({ before, children }: { before: ReactNode; children: string }) {
  return (
    <span className={styles.after}>
      <span className={styles.before}>{before}</span>
      <span className={styles.words} dir="auto">
        {children}
      </span>
    </span>
  );
}

export function Failed({ unsent: { content, media } }: { unsent: Unsent }) {
  const attachment = media?.attachment ?? null;
  const words = useSummaryText(summaryOf({ type: media?.type ?? 'text', attachment, isDeleted: false }), content);
  return (
    <After
      before={
        <span className={styles.failed}>
          <WarningCircleIcon size={17} className={styles.icon} />
          <Trans>Not sent:</Trans>{' '}
        </span>
      }
    >
      {words}
    </After>
  );
}

function Hello({ words }: { words: string }) {
  return (
    <After
      before={
        <span className={styles.hello}>
          <HandWavingIcon size={17} className={styles.icon} />
          <Trans>Wants to say hello:</Trans>{' '}
        </span>
      }
    >
      {words}
    </After>
  );
}

function Doing({ name, activity }: { name: string; activity: 'typing' | 'recording' }) {
  const { t } = useLingui();
  return (
    <span className={styles.doing}>
      {activity === 'recording' && <MicrophoneIcon size={16} />}
      <Hills />
      <span className={text.unseen}>{activity === 'typing' ? t`${name} is typing` : t`${name} is recording`}</span>
    </span>
  );
}

function Beginning({ type }: { type: ChatRoom['type'] }) {
  if (type === 'mode2') return <Trans>You both liked each other. Say hello.</Trans>;
  if (type === 'mode3') return <Trans>You met in a text match. Say hello.</Trans>;
  return <Trans>Say hello.</Trans>;
}

interface LastProps {
  summary: Summary;
  content: string;
  side: 'me' | 'them';
  you: string;
}

function Last({ summary, content, side, you }: LastProps) {
  const words = useSummaryText(summary, content);
  const isSaid = summary.kind !== 'system' && summary.kind !== 'call' && summary.kind !== 'deleted';
  return (
    <After
      before={
        <>
          <Glyph summary={summary} you={you} />
          {side === 'me' && isSaid && (
            <>
              <Trans>You:</Trans>{' '}
            </>
          )}
        </>
      }
    >
      {words}
    </After>
  );
}

function Glyph({ summary, you }: { summary: Summary; you: string }) {
  const look = { size: 17, className: styles.icon };
  switch (summary.kind) {
    case 'text':
    case 'system':
      return null;
    case 'deleted':
      return <ProhibitIcon {...look} />;
    case 'voice':
      return <MicrophoneIcon {...look} />;
    case 'image':
    case 'one_time_image':
      return <ImageIcon {...look} />;
    case 'call':
      if (summary.outcome !== 'talked') return <PhoneXIcon {...look} />;
      return summary.callerId === you ? <PhoneOutgoingIcon {...look} /> : <PhoneIncomingIcon {...look} />;
    default:
      return summary satisfies never;
  }
}
