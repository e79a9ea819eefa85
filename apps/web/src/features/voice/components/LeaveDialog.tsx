import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LEAVE_QUESTION } from '../messages.ts';
import { voice } from '../voice.ts';
import styles from './dialogs.module.css';

export function LeaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Leave the call?`} description={i18n._(LEAVE_QUESTION)}>
      <div className={styles.pair}>
        <Button look="stop" tone="negative" onClick={() => voice.leave()}>{t`Leave`}</Button>
        <Button look="go" onClick={onClose}>{t`Stay`}</Button>
      </div>
    </Dialog>
  );
}
