import { useLingui } from '@lingui/react/macro';
import { KeysDialog } from '../../../ui/KeysDialog.tsx';

/** Lists the keys, which cover everything on this page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <KeysDialog
      open
      onClose={onClose}
      rows={[
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
      ]}
    />
  );
}
