import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './moderation.module.css';

/** Everything here can be done by keys, while the focus is in the list or in a case. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['j', '↓'], t`Next case`],
    [['k', '↑'], t`Previous case`],
    [['o', 'Enter'], t`Open it`],
    [['Esc'], t`Back to the list`],
    [['t'], t`Take it, or give it back`],
    [['n'], t`No action`],
    [['w'], t`Warn`],
    [['p'], t`Pause account`],
    [['r'], t`Remove content`],
    [['b'], t`Ban account`],
    [['?'], t`These keys`],
  ];
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
