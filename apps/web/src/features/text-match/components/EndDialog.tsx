import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './match.module.css';

interface EndDialogProps {
  open: boolean;
  onClose: () => void;
  onEnd: () => void;
}

/** An end is final, for both. */
export function EndDialog({ open, onClose, onEnd }: EndDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`End this chat?`}
      description={t`It closes for both of you, and neither learns who the other was.`}
    >
      <div className={styles.answers}>
        <Button onClick={onClose}>{t`Keep writing`}</Button>
        <Button look="stop" onClick={onEnd}>{t`End it`}</Button>
      </div>
    </Dialog>
  );
}
