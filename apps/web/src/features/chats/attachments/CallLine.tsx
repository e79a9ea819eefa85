import type { Attachment } from '@yonder/contract';
import { PhoneIcon } from '../../../ui/icons.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './attachments.module.css';

interface CallLineProps {
  call: Extract<Attachment, { kind: 'call' }>;
  /** Who called. */
  side: 'me' | 'them';
}

export function CallLine({ call }: CallLineProps) {
  const words = useSummaryText(call, '');
  return (
    <p className={styles.line}>
      <PhoneIcon size={20} />
      {words}
    </p>
  );
}
