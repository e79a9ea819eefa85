import { useLingui } from '@lingui/react/macro';
import { ImageIcon } from '../../../ui/icons.ts';
import styles from './drop-veil.module.css';

/** Covers the room while a picture is dragged over it. */
export function DropVeil({ name }: { name: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.veil} aria-hidden="true">
      <p>
        <ImageIcon size={32} />
        {t`Let go to send it to ${name}`}
      </p>
    </div>
  );
}
