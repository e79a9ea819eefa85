import { useLingui } from '@lingui/react/macro';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import { findRecordingObstacle, RECORDING_PROBLEMS } from '../media/recording-problems.ts';
import styles from './composer.module.css';

export function RecordButton({ onPress }: { onPress: () => void }) {
  const { t, i18n } = useLingui();
  const obstacle = findRecordingObstacle();
  const label = obstacle === null ? t`Record voice message` : i18n._(RECORDING_PROBLEMS[obstacle]);
  return (
    // On a touch screen a disabled button could not say why.
    <button
      type="button"
      className={styles.send}
      aria-label={label}
      title={label}
      aria-disabled={obstacle !== null}
      onClick={obstacle === null ? onPress : () => showToast({ message: label, type: 'info' })}
    >
      <MicrophoneIcon size={24} weight="fill" />
    </button>
  );
}
