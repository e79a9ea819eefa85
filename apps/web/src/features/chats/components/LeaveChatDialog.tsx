import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { Chats } from '../cache.ts';
import { useEndChat } from '../use-end-chat.ts';

interface LeaveChatDialogProps {
  chats: Chats;
  room: ChatRoom;
  onClose: () => void;
}

export function LeaveChatDialog({ chats, room, onClose }: LeaveChatDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const end = useEndChat(chats, room);
  function leave(): void {
    onClose();
    end('leave');
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Leave the chat with ${name}?`}
      description={
        room.isActive
          ? t`It closes for both of you, and you can no longer read what was said. The other person still can for 30 days.`
          : t`You can no longer read what was said. The other person still can, until 30 days after it was closed.`
      }
    >
      <Button look="stop" tone="negative" width="full" onClick={leave}>
        {t`Leave chat`}
      </Button>
    </Dialog>
  );
}
