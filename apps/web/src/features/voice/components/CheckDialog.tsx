import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { checkStore } from '../alerts.ts';
import { useCheckDialog } from '../check/use-check.ts';
import { CHECK_CONNECTION } from '../messages.ts';
import { useStart } from '../use-call.ts';
import { connectionCheck } from '../voice.ts';
import { CheckProgress } from './CheckProgress.tsx';
import styles from './dialogs.module.css';

/** After a call that could not be connected: whether calls reach this device, and the next one. It gives way to a call. */
export function CheckDialog() {
  const { t, i18n } = useLingui();
  const start = useStart();
  const isOpen = useCheckDialog() === 'open' && start !== null;
  useEffect(() => {
    if (isOpen) void connectionCheck.run();
  }, [isOpen]);
  const close = () => checkStore.setState({ dialog: 'closed' });
  const again = () => {
    close();
    start?.();
  };
  return (
    <Dialog open={isOpen} onClose={close} title={i18n._(CHECK_CONNECTION)}>
      <CheckProgress shows="every-state" />
      <div className={styles.pair}>
        <Button look="line" onClick={close}>{t`Close`}</Button>
        <Button look="go" onClick={again}>{t`Start a call`}</Button>
      </div>
    </Dialog>
  );
}
