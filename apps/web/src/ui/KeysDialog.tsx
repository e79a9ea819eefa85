import { useLingui } from '@lingui/react/macro';
import { Dialog } from './Dialog.tsx';
import styles from './keys-dialog.module.css';

interface KeysDialogProps {
  open: boolean;
  onClose: () => void;
  rows: readonly (readonly [keys: readonly string[], what: string])[];
}

/** Lists keys and their actions. */
export function KeysDialog({ open, onClose, rows }: KeysDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Keyboard`}>
      <dl className={styles.keys}>
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
