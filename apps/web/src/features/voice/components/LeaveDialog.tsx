import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LEAVE_QUESTION } from '../messages.ts';
import { voice } from '../voice.ts';
import styles from './dialogs.module.css';

interface LeaveDialogProps {
  open: boolean;
  /** What leaving gives up: the choice between two strangers, or the talk alone. */
  gives: 'decision' | 'talk';
  onClose: () => void;
}

export function LeaveDialog({ open, gives, onClose }: LeaveDialogProps) {
  const { t, i18n } = useLingui();
  const question = i18n._(LEAVE_QUESTION);
  const consequence =
    gives === 'decision' ? t`The call ends at once, and neither of you gets to choose.` : t`The call ends at once.`;
  return (
    <Dialog open={open} onClose={onClose} title={t`Leave the call?`} description={`${question} ${consequence}`}>
      <div className={styles.pair}>
        <Button look="stop" tone="negative" onClick={() => voice.leave()}>{t`Leave`}</Button>
        <Button look="go" onClick={onClose}>{t`Stay`}</Button>
      </div>
    </Dialog>
  );
}
