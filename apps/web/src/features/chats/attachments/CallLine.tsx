import { useLingui } from '@lingui/react/macro';
import type { Attachment } from '@yonder/contract';
import { Button } from '../../../ui/Button.tsx';
import { useCalling } from '../../../ui/calling/use-calling.ts';
import { PhoneIcon, PhoneXIcon } from '../../../ui/icons.ts';
import { callOutcome } from '../call-outcome.ts';
import { useRoomActions } from '../room-actions.ts';
import type { Delivery } from '../timeline.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './attachments.module.css';

interface CallLineProps {
  call: Extract<Attachment, { kind: 'call' }>;
  /** Which side called. */
  side: 'me' | 'them';
  delivery: Delivery;
}

/** How a call went, with a button to call again after a missed one. */
export function CallLine({ call, side, delivery }: CallLineProps) {
  const words = useSummaryText(call, '');
  const { isOpen } = useRoomActions();
  const outcome = callOutcome(call, side);
  return (
    <div className={styles.call}>
      <p className={styles.line} data-outcome={outcome}>
        {outcome === 'talked' ? <PhoneIcon size={20} weight="fill" /> : <PhoneXIcon size={20} weight="fill" />}
        <span>{words}</span>
      </p>
      {isOpen && outcome === 'missed' && 'message' in delivery && (
        <Again chatRoomId={delivery.message.chatRoomId} side={side} />
      )}
    </div>
  );
}

function Again({ chatRoomId, side }: { chatRoomId: string; side: 'me' | 'them' }) {
  const { t } = useLingui();
  const { other } = useRoomActions();
  const { call, hindrance } = useCalling(chatRoomId, other);
  return (
    <Button look="line" size="sm" disabled={hindrance !== null} title={hindrance ?? undefined} onClick={call}>
      {side === 'them' ? t`Call back` : t`Call again`}
    </Button>
  );
}
