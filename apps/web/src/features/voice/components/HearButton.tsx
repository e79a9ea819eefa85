import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useSound } from '../use-call.ts';
import { sound } from '../voice.ts';
import styles from './call-bar.module.css';
import { SpeakerHighIcon } from './icons.ts';

/** Shown where the browser refuses to play without a press. */
export function HearButton() {
  const { t } = useLingui();
  const { blocked } = useSound();
  if (!blocked) return null;
  return (
    <Button look="go" width="full" onClick={() => sound.wake()}>
      <SpeakerHighIcon size={22} weight="fill" />
      {t`Tap to hear`}
    </Button>
  );
}

/** The button in the bar of a small call. */
export function HearIconButton() {
  const { t } = useLingui();
  const { blocked } = useSound();
  if (!blocked) return null;
  return (
    <span className={styles.hear}>
      <IconButton label={t`Tap to hear`} onClick={() => sound.wake()}>
        <SpeakerHighIcon size={22} weight="fill" />
      </IconButton>
    </span>
  );
}
