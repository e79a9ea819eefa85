import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../../lib/error-text.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { leaveChat } from '../api/change-chat.ts';
import type { Chats } from '../cache.ts';

interface LeaveChatDialogProps {
  chats: Chats;
  room: ChatRoom;
  onClose: () => void;
}

export function LeaveChatDialog({ chats, room, onClose }: LeaveChatDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const { chatId } = useParams();
  const navigate = useNavigate();
  function leave(): void {
    onClose();
    if (chatId === room.id) void navigate('/chats', { replace: true });
    leaveChat(chats, room).then(
      () => showToast({ message: t`You have left the chat.`, type: 'success' }),
      (error: unknown) => showToast({ message: errorText(error), type: 'error' }),
    );
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
