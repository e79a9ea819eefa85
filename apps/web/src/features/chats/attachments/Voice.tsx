import type { Attachment, Message } from '@yonder/contract';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './attachments.module.css';

interface VoiceProps {
  voice: Extract<Attachment, { kind: 'voice' }>;
  message: Message | null;
}

export function Voice({ voice }: VoiceProps) {
  const words = useSummaryText(voice, '');
  return (
    <p className={styles.line}>
      <MicrophoneIcon size={20} />
      {words}
    </p>
  );
}
