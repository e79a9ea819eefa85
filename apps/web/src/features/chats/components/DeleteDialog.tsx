import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Message } from '@yonder/contract';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { deleteMessage } from '../api/change-message.ts';
import type { Chats } from '../cache.ts';

interface DeleteDialogProps {
  chats: Chats;
  message: Message;
  onClose: () => void;
}

export function DeleteDialog({ chats, message, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  const deleting = useMutation({ mutationFn: () => deleteMessage(chats, message.id), onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete this message?`}
      description={t`It is gone for both of you. That it was there can still be seen.`}
    >
      {deleting.error && <p role="alert">{errorText(deleting.error)}</p>}
      <Button look="stop" tone="negative" width="full" busy={deleting.isPending} onClick={() => deleting.mutate()}>
        {t`Delete for both`}
      </Button>
    </Dialog>
  );
}
