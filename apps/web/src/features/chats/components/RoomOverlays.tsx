import { useLingui } from '@lingui/react/macro';
import { ANONYMOUS, FIXED, type Message } from '@yonder/contract';
import { useGoFromPage } from '../../../lib/use-go.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useReportConsequences, useReportTitle } from '../../../ui/safety/report-words.ts';
import { ReportDialog } from '../../../ui/safety/ReportDialog.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import type { Chats } from '../cache.ts';
import { LaterEmojiPicker } from '../emoji/LaterEmojiPicker.tsx';
import type { RoomActions } from '../room-actions.ts';
import type { RoomOverlay } from '../use-room-actions.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Lightbox } from './Lightbox.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { OneTimeViewer } from './OneTimeViewer.tsx';

interface RoomOverlaysProps {
  chats: Chats;
  overlay: RoomOverlay;
  actions: Omit<RoomActions, 'goTo'>;
  onShow: (overlay: RoomOverlay | null) => void;
}

/** The menu of a message and the dialogs it opens, one at a time. */
export function RoomOverlays({ chats, overlay, actions, onShow }: RoomOverlaysProps) {
  const { t } = useLingui();
  const go = useGoFromPage();
  const reportTitle = useReportTitle();
  const consequences = useReportConsequences();
  const known = actions.other.name === ANONYMOUS ? 'alias' : 'name';
  const { message } = overlay;
  const close = (): void => onShow(null);
  switch (overlay.kind) {
    case 'menu':
      return <OpenMenu chats={chats} overlay={overlay} actions={actions} onShow={onShow} />;
    case 'reactions':
      return (
        <Dialog open onClose={close} title={t`React`}>
          <LaterEmojiPicker
            onPick={(emoji) => {
              close();
              actions.react(message, emoji);
            }}
          />
        </Dialog>
      );
    case 'deletion':
      return <DeleteDialog chats={chats} message={message} onClose={close} />;
    case 'report':
      return (
        <ReportDialog
          open
          target={{ type: 'message', id: message.id }}
          known={known}
          action={reportTitle('message', actions.otherName)}
          description={consequences('message', known)}
          onSent={close}
          onBlocked={() => go('/chats', { replace: true })}
          onClose={close}
        />
      );
    case 'image':
      return <Lightbox chats={chats} message={message} onClose={close} />;
    case 'one-time':
      return (
        <OneTimeViewer
          chats={chats}
          message={message}
          name={actions.otherName}
          onReport={() => onShow({ kind: 'report', message })}
          onClose={close}
        />
      );
    default:
      return overlay satisfies never;
  }
}

interface OpenMenuProps extends RoomOverlaysProps {
  overlay: Extract<RoomOverlay, { kind: 'menu' }>;
}

function OpenMenu({ chats, overlay: { message, at }, actions, onShow }: OpenMenuProps) {
  const { t } = useLingui();
  const { you } = actions;
  // A message that the partner deleted can only be reported.
  const isOpen = actions.isOpen && !message.isDeleted;
  const then = (next: RoomOverlay | null, act?: () => void) => (): void => {
    onShow(next);
    act?.();
  };
  return (
    <MessageMenu
      message={message}
      at={at}
      you={you}
      can={{ answer: isOpen, delete: isOpen && isDeletable(message, { you, now: chats.client.serverNow() }) }}
      onReply={then(null, () => actions.reply(message))}
      onReact={(emoji) => then(null, () => actions.react(message, emoji))()}
      onMoreReactions={then({ kind: 'reactions', message })}
      onCopy={then(null, () => {
        copy(message.content).then(
          () => showToast({ message: t`Copied`, type: 'success' }),
          () => showToast({ message: t`The browser did not let us copy.`, type: 'error' }),
        );
      })}
      onDelete={then({ kind: 'deletion', message })}
      onReport={then({ kind: 'report', message })}
      onClose={() => onShow(null)}
    />
  );
}

/** Rejects where the browser does not let a page copy: plain http has no clipboard. */
async function copy(words: string): Promise<void> {
  await navigator.clipboard.writeText(words);
}

function isDeletable({ senderId, createdAt, type }: Message, { you, now }: { you: string; now: number }): boolean {
  return senderId === you && type !== 'system' && type !== 'call' && now - createdAt < FIXED.deleteWithinMs;
}
