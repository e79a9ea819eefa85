import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { useShownName } from '../../lib/shown-name.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { endChat, type Ending } from './api/change-chat.ts';
import type { Chats } from './cache.ts';

/** Ends the chat, leaves its page if open, and shows the outcome. */
export function useEndChat(chats: Chats, room: ChatRoom): (ending: Ending) => void {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  const { chatId } = useParams();
  const navigate = useNavigate();
  const done = { delete: t`The chat with ${name} is closed.`, leave: t`You have left the chat.` };
  return (ending) => {
    if (chatId === room.id) void navigate('/chats', { replace: true });
    endChat(chats, room, ending).then(
      () => showToast({ message: done[ending], type: 'success' }),
      (error: unknown) => showToast({ message: errorText(error), type: 'error' }),
    );
  };
}
