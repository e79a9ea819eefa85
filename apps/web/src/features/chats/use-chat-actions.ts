import type { ChatRoom } from '@yonder/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { toggleUnread as toggle } from './api/change-chat.ts';
import type { Chats } from './cache.ts';
import type { MenuPlace } from './room-actions.ts';
import { isUnread } from './rooms.ts';

/** What is open above the list: a chat's menu, or what was chosen there. */
export type ChatOverlay =
  | { kind: 'menu'; room: ChatRoom; at: MenuPlace }
  | { kind: 'deletion' | 'leaving' | 'report' | 'block'; room: ChatRoom };

interface ChatActions {
  overlay: ChatOverlay | null;
  show: (overlay: ChatOverlay | null) => void;
  toggleUnread: (room: ChatRoom) => void;
}

export function useChatActions(chats: Chats, openId: string | undefined): ChatActions {
  const [overlay, show] = useState<ChatOverlay | null>(null);
  const navigate = useNavigate();
  function toggleUnread(room: ChatRoom): void {
    // An open chat counts as read: marking it as unread leaves it.
    if (!isUnread(room) && room.id === openId) void navigate('/chats');
    toggle(chats, room).catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
  }
  return { overlay, show, toggleUnread };
}
