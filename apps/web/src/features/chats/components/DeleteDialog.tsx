import { useLingui } from '@lingui/react/macro';
import type { Message } from '@yonder/contract';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { deleteMessage } from '../api/change-message.ts';
import type { Chats } from '../cache.ts';
import { SealedNote } from './SealedNote.tsx';

interface DeleteDialogProps {
  chats: Chats;
  message: Message;
  onClose: () => void;
}

export function DeleteDialog({ chats, message, onClose }: DeleteDialogProps) {
  const { t } = useLingui();
  function remove(): void {
    onClose();
    deleteMessage(chats, message).catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete this message?`}
      description={
        <>
          <span>{t`It is gone for both of you. That it was there can still be seen.`}</span>{' '}
          {!isUnopened(message) && <SealedNote of="other" />}
        </>
      }
    >
      <Button look="stop" tone="negative" width="full" onClick={remove}>
        {t`Delete for both`}
      </Button>
    </Dialog>
  );
}

/** Whether the partner cannot have seen it: then no copy is kept. */
function isUnopened({ attachment }: Message): boolean {
  return attachment?.kind === 'one_time_image' && attachment.state !== 'opened';
}
