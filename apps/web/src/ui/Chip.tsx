import { useLingui } from '@lingui/react/macro';
import styles from './chip.module.css';
import { XIcon } from './icons.ts';

/** A chosen item that can be removed. */
export function RemovableChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.chip} aria-label={t`Remove ${name}`} onClick={onRemove}>
      <bdi>{name}</bdi>
      <XIcon size={16} weight="bold" />
    </button>
  );
}
