import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { Chats } from '../cache.ts';
import { useEndChat } from '../use-end-chat.ts';

interface DeleteChatDialogProps {
  chats: Chats;
  room: ChatRoom;
  onClose: () => void;
}

export function DeleteChatDialog({ chats, room, onClose }: DeleteChatDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const end = useEndChat(chats, room);
  function close(): void {
    onClose();
    end('delete');
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
