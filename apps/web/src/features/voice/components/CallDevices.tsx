import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../../ui/Dialog.tsx';
import text from '../../../ui/text.module.css';
import { useCall } from '../use-call.ts';
import { Heard, Inputs, Outputs } from './Devices.tsx';
import styles from './microphone-check.module.css';

/** Devices of a running call: the level, and others to choose from. */
export function CallDevices({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { state } = useCall();
  const muted = 'muted' in state && state.muted;
  return (
    <Dialog open title={t`Microphone and loudspeaker`} onClose={onClose}>
      <div className={styles.devices}>
        {muted ? <p className={text.muted}>{t`Muted`}</p> : <Heard />}
        <Inputs />
        <Outputs />
      </div>
    </Dialog>
  );
}
