import type { Attachment, Message } from '@yonder/contract';
import { ImageIcon } from '../../../ui/icons.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './attachments.module.css';

interface OneTimeImageProps {
  image: Extract<Attachment, { kind: 'one_time_image' }>;
  side: 'me' | 'them';
  message: Message | null;
}

export function OneTimeImage({ image }: OneTimeImageProps) {
  const words = useSummaryText(image, '');
  return (
    <p className={styles.pill}>
      <ImageIcon size={20} />
      {words}
    </p>
  );
}
