import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../../lib/error-text.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { deleteChat } from '../api/change-chat.ts';
import type { Chats } from '../cache.ts';

interface DeleteChatDialogProps {
  chats: Chats;
  room: ChatRoom;
  onClose: () => void;
}

export function DeleteChatDialog({ chats, room, onClose }: DeleteChatDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const { chatId } = useParams();
  const navigate = useNavigate();
  function close(): void {
    onClose();
    if (chatId === room.id) void navigate('/chats', { replace: true });
    deleteChat(chats, room).then(
      () => showToast({ message: t`The chat with ${name} is closed.`, type: 'success' }),
      (error: unknown) => showToast({ message: errorText(error), type: 'error' }),
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete the chat with ${name}?`}
      description={
        room.request === null
          ? t`It closes for both of you and leaves both lists. After 30 days everything in it is gone. Only you can begin a new one with ${name}.`
          : t`It closes for both of you and leaves your list.`
      }
    >
      <Button look="stop" tone="negative" width="full" onClick={close}>
        {t`Delete for both`}
      </Button>
    </Dialog>
  );
}
