import { useLingui } from '@lingui/react/macro';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import styles from './composer.module.css';

export function RecordButton({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  const isAble = 'mediaDevices' in navigator;
  const unable = window.isSecureContext
    ? t`This browser gives pages no microphone.`
    : t`This page was opened without encryption. Browsers give it no microphone then.`;
  const label = isAble ? t`Record voice message` : unable;
  return (
    // On a touch screen a disabled button could not say why.
    <button
      type="button"
      className={styles.send}
      aria-label={label}
      title={label}
      aria-disabled={!isAble}
      onClick={isAble ? onPress : () => showToast({ message: unable, type: 'info' })}
    >
      <MicrophoneIcon size={24} weight="fill" />
    </button>
  );
}
