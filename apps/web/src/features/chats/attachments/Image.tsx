import { useLingui } from '@lingui/react/macro';
import type { Attachment, Message } from '@yonder/contract';
import styles from './attachments.module.css';

interface ImageProps {
  image: Extract<Attachment, { kind: 'image' }>;
  message: Message | null;
}

/** Its place is as large as it will be: nothing moves when it comes. */
export function Image({ image: { width, height, placeholder } }: ImageProps) {
  const { t } = useLingui();
  return (
    <span className={styles.image} style={{ aspectRatio: `${width} / ${height}` }}>
      {placeholder.startsWith('data:image/') && <img src={placeholder} alt={t`Photo`} />}
    </span>
  );
}
