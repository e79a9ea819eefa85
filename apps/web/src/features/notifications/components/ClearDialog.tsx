import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { clearAll } from '../api/notifications.ts';

export function ClearDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const clearing = useMutation({ mutationFn: clearAll, onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Clear all notifications?`}
      description={t`They go from all your devices. Your chats and moments stay as they are.`}
    >
      {clearing.error && <p role="alert">{errorText(clearing.error)}</p>}
      <Button look="stop" tone="negative" width="full" busy={clearing.isPending} onClick={() => clearing.mutate()}>
        <Trans>Clear all</Trans>
      </Button>
    </Dialog>
  );
}
