import { useLingui } from '@lingui/react/macro';
import { useGo } from '../../../lib/use-go.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useCallHelp } from '../check/use-check.ts';
import { callHelpStore, TEXT_MATCH_PAGE } from '../voice.ts';
import styles from './dialogs.module.css';
import { ObstacleText } from './ObstacleText.tsx';

/** Shown instead of a call, where none can be made. */
export function NoCallsDialog() {
  const { t } = useLingui();
  const { instead, obstacle } = useCallHelp();
  const go = useGo();
  // Strangers who write are matched over a live connection, too.
  const isMatchingBlocked = obstacle === 'no-live' && instead === TEXT_MATCH_PAGE;
  const close = () => callHelpStore.setState({ instead: null });
  const write = () => {
    close();
    if (instead !== null) go(instead);
  };
  return (
    <Dialog
      open={instead !== null}
      onClose={close}
      title={t`No calls from here`}
      description={<ObstacleText obstacle={obstacle} />}
    >
      <div className={styles.pair}>
        <Button look="line" onClick={close}>{t`Close`}</Button>
        {!isMatchingBlocked && <Button look="go" onClick={write}>{t`Write instead`}</Button>}
      </div>
    </Dialog>
  );
}
