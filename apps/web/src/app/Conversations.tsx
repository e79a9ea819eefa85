import { useLingui } from '@lingui/react/macro';
import { ChatsTab, RoomLoading } from '../features/chats/index.ts';
import { later, type Again } from '../ui/later.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { useAgain } from '../ui/TryAgain.tsx';
import { useAtNextPage } from '../ui/use-at-next-page.ts';
import { ChatsPage } from './ChatsPage.tsx';

/** The list is loaded before what a call or a room needs. */
const CallTab = later(async () => (await import('../features/voice/components/CallTab.tsx')).CallTab, {
  failed: (again) => <Unloaded of="calls" again={again} />,
});
const Room = later(async () => (await import('./Room.tsx')).Room, {
  waiting: <RoomLoading />,
  failed: (again) => <Unloaded of="chat" again={again} />,
});

function Unloaded({ of, again }: { of: 'calls' | 'chat'; again: Again }) {
  const { t } = useLingui();
  const { busy, press } = useAgain(again);
  useAtNextPage(again);
  const title = of === 'calls' ? t`Your calls did not load.` : t`This chat did not load`;
  return <NotLoaded title={title} busy={busy} onRetry={press} />;
}

/** Composes the features into one page; neither imports the other. */
export function Conversations() {
  return <ChatsPage chats={<ChatsTab />} calls={<CallTab />} room={<Room />} />;
}
