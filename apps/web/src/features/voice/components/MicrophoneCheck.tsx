import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { startMicrophoneCheck } from '../check/microphone-check.ts';
import { connectionCheck, voice } from '../voice.ts';
import { CheckProgress } from './CheckProgress.tsx';
import { Heard, Inputs, Outputs } from './Devices.tsx';
import { MicrophoneIcon } from './icons.ts';
import styles from './microphone-check.module.css';

/** Checks before a call whether the user is heard, and through which device. */
export function MicrophoneCheck() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  useEffect(() => (open ? startMicrophoneCheck({ voice, check: connectionCheck }) : undefined), [open]);
  if (!open) {
    return (
      <Button
        look="line"
        aria-label={t`Check your microphone`}
        title={t`Check your microphone`}
        onClick={() => setOpen(true)}
      >
        <MicrophoneIcon size={22} />
      </Button>
    );
  }
  return (
    <section className={styles.check} aria-label={t`Microphone check`}>
      <Heard />
      <CheckProgress shows="every-state" />
      <Inputs />
      <Outputs />
      <Button look="quiet" size="sm" onClick={() => setOpen(false)}>{t`Done`}</Button>
    </section>
  );
}
