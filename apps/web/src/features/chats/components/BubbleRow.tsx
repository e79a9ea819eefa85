import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@yonder/contract';
import { DotsThreeIcon, ProhibitIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import { Attachment } from '../attachments/Attachment.tsx';
import { isEmojiOnly } from '../emoji-only.ts';
import { useRoomActions } from '../room-actions.ts';
import type { Bubble, BubbleRow as Row } from '../timeline.ts';
import { useBubbleGestures } from '../use-bubble-gestures.ts';
import styles from './bubble-row.module.css';
import { BubbleFoot } from './BubbleFoot.tsx';
import { MessageText } from './MessageText.tsx';
import { QuoteBox } from './QuoteBox.tsx';
import { Reactions } from './Reactions.tsx';

interface BubbleRowProps {
  row: Row;
  isLit: boolean;
}

export function BubbleRow({ row: { bubble, run }, isLit }: BubbleRowProps) {
  const { side, says, delivery } = bubble;
  const message = 'message' in delivery ? delivery.message : null;
  const endsRun = run === 'single' || run === 'last' || delivery.state === 'failed';
  return (
    <div
      className={styles.row}
      data-message=""
      data-side={side}
      data-run={run}
      data-state={delivery.state}
      data-look={lookOf(bubble)}
      data-lit={isLit || undefined}
    >
      <div className={styles.line}>
        <Body bubble={bubble} message={message} />
        {message !== null && (!says.isDeleted || side === 'them') && <MoreButton message={message} />}
      </div>
      {message !== null && <Reactions message={message} />}
      {endsRun && <BubbleFoot bubble={bubble} />}
    </div>
  );
}

function Body({ bubble: { side, says, delivery }, message }: { bubble: Bubble; message: Message | null }) {
  const { t } = useLingui();
  const { otherName, goTo } = useRoomActions();
  const who = side === 'me' ? t({ message: 'You', context: 'author' }) : otherName;
  const gestures = useBubbleGestures(message);
  return (
    <div className={styles.bubble} {...gestures}>
      <span className={text.unseen}>{t`${who}:`} </span>
      {says.isDeleted ? (
        <p className={styles.deleted}>
          <ProhibitIcon size={18} />
          <Trans>Message deleted</Trans>
        </p>
      ) : (
        <>
          {says.replyTo && <QuoteBox quote={says.replyTo} onGo={goTo} />}
          {says.attachment && <Attachment attachment={says.attachment} side={side} delivery={delivery} />}
          {says.content !== '' && (
            <p dir="auto">
              <MessageText content={says.content} />
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Opens the menu by mouse or keyboard; on touch screens the message itself is held. */
function MoreButton({ message }: { message: Message }) {
  const { t } = useLingui();
  const { menu } = useRoomActions();
  return (
    <button
      type="button"
      className={styles.more}
      aria-label={t`Message actions`}
      title={t`Message actions`}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => menu(message, { kind: 'element', element: currentTarget })}
    >
      <DotsThreeIcon size={22} weight="bold" />
    </button>
  );
}

type Look = 'deleted' | 'emoji' | 'text' | 'voice' | 'image' | 'sealed' | 'gone' | 'call';

function lookOf({ says }: Bubble): Look {
  if (says.isDeleted) return 'deleted';
  const { attachment } = says;
  if (attachment?.kind === 'one_time_image') return attachment.state === 'sealed' ? 'sealed' : 'gone';
  if (attachment !== null) return attachment.kind;
  return says.replyTo === null && isEmojiOnly(says.content) ? 'emoji' : 'text';
}
