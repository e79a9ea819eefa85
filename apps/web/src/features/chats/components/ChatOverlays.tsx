import { useLingui } from '@lingui/react/macro';
import { useShownName } from '../../../lib/shown-name.ts';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import {
  EnvelopeSimpleIcon,
  EnvelopeSimpleOpenIcon,
  FlagIcon,
  ProhibitIcon,
  SignOutIcon,
  TrashIcon,
} from '../../../ui/icons.ts';
import { MenuItem } from '../../../ui/Menu.tsx';
import { SafetyDialogs } from '../../../ui/safety/SafetyDialogs.tsx';
import type { Chats } from '../cache.ts';
import { isUnread } from '../rooms.ts';
import type { ChatOverlay } from '../use-chat-actions.ts';
import { DeleteChatDialog } from './DeleteChatDialog.tsx';
import { LeaveChatDialog } from './LeaveChatDialog.tsx';

interface ChatOverlaysProps {
  chats: Chats;
  overlay: ChatOverlay;
  onShow: (overlay: ChatOverlay | null) => void;
  onToggleUnread: () => void;
}

/** The menu of a chat and the dialogs it opens, one at a time. */
export function ChatOverlays({ chats, overlay, onShow, onToggleUnread }: ChatOverlaysProps) {
  const { room } = overlay;
  const close = (): void => onShow(null);
  switch (overlay.kind) {
    case 'menu':
      return <ChatMenu overlay={overlay} onShow={onShow} onToggleUnread={onToggleUnread} />;
    case 'deletion':
      return <DeleteChatDialog chats={chats} room={room} onClose={close} />;
    case 'leaving':
      return <LeaveChatDialog chats={chats} room={room} onClose={close} />;
    case 'report':
    case 'block':
      return (
        <SafetyDialogs
          name={room.other.name}
          target={{ type: 'chatRoom', id: room.id }}
          asking={overlay.kind}
          onClose={close}
        />
      );
    default:
      return overlay satisfies never;
  }
}

interface ChatMenuProps extends Omit<ChatOverlaysProps, 'chats'> {
  overlay: Extract<ChatOverlay, { kind: 'menu' }>;
}

function ChatMenu({ overlay: { room, at }, onShow, onToggleUnread }: ChatMenuProps) {
  const { t } = useLingui();
  const name = useShownName()(room.other.name);
  return (
    <ContextMenu
      label={t`Chat with ${name}`}
      anchor={at.kind === 'element' ? at.element : at}
      onClose={() => onShow(null)}
    >
      <MenuItem
        icon={isUnread(room) ? EnvelopeSimpleOpenIcon : EnvelopeSimpleIcon}
        onChoose={() => {
          onShow(null);
          onToggleUnread();
        }}
      >
        {isUnread(room) ? t`Mark as read` : t`Mark as unread`}
      </MenuItem>
      <MenuItem icon={FlagIcon} onChoose={() => onShow({ kind: 'report', room })}>
        {t`Report ${name}`}
      </MenuItem>
      <MenuItem icon={ProhibitIcon} onChoose={() => onShow({ kind: 'block', room })}>
        {t`Block ${name}`}
      </MenuItem>
      <MenuItem icon={TrashIcon} onChoose={() => onShow({ kind: 'deletion', room })}>
        {t`Delete chat`}
      </MenuItem>
      <MenuItem icon={SignOutIcon} onChoose={() => onShow({ kind: 'leaving', room })}>
        {t`Leave chat`}
      </MenuItem>
    </ContextMenu>
  );
}
