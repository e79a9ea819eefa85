import { useLingui } from '@lingui/react/macro';
import { useGo } from '../../../lib/use-go.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useCallHelp } from '../check/use-check.ts';
import { callHelpStore } from '../voice.ts';
import { ConnectionHelp } from './ConnectionHelp.tsx';
import styles from './dialogs.module.css';

/** Instead of a search that could only cost a stranger their match. */
export function NoCallsDialog() {
  const { t } = useLingui();
  const isOpen = useCallHelp();
  const go = useGo();
  const close = () => callHelpStore.setState({ isOpen: false });
  const write = () => {
    close();
    go('/mode3');
  };
  return (
    <Dialog open={isOpen} onClose={close} title={t`No calls from here`}>
      <ConnectionHelp problem="no-webrtc" />
      <div className={styles.pair}>
        <Button look="line" onClick={close}>{t`Close`}</Button>
        <Button look="go" onClick={write}>{t`Write instead`}</Button>
      </div>
    </Dialog>
  );
}
