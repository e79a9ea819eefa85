import { Trans, useLingui } from '@lingui/react/macro';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { clearAll } from '../api/notifications.ts';

export function ClearDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  function clear(): void {
    onClose();
    clearAll().catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Clear all notifications?`}
      description={t`They go from all your devices. Your chats and moments stay as they are.`}
    >
      <Button look="stop" tone="negative" width="full" onClick={clear}>
        <Trans>Clear all</Trans>
      </Button>
    </Dialog>
  );
}
