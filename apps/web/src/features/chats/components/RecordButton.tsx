import { useLingui } from '@lingui/react/macro';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import styles from './composer.module.css';

export function RecordButton({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={styles.send}
      aria-label={t`Record voice message`}
      title={t`Record voice message`}
      onClick={onPress}
    >
      <MicrophoneIcon size={24} weight="fill" />
    </button>
  );
}
