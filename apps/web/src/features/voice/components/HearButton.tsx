import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
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

/** The button in the bar of a small call: the words alone where there is no room for the icon. */
export function HearSmallButton() {
  const { t } = useLingui();
  const { blocked } = useSound();
  if (!blocked) return null;
  return (
    <button type="button" className={styles.hear} onClick={() => sound.wake()}>
      <SpeakerHighIcon size={22} weight="fill" />
      {t`Tap to hear`}
    </button>
  );
}
