import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react';
import { FIXED } from '@yonder/contract';
import { useLocation } from 'react-router';
import { InTurn } from '../ui/InTurn.tsx';
import { useArrivals, useOnFailed } from '../features/chats/index.ts';
import { DeviceHost, devicePush } from '../features/device/index.ts';
import { useAnnounce, useNews } from '../features/notifications/index.ts';
import { UnreadStatement } from '../features/statements/index.ts';
import { MatchHost } from '../features/text-match/index.ts';
import { CallFailed, CallHost, directCalls } from '../features/voice/index.ts';
import { after } from '../lib/clock.ts';
import { useConfig } from '../lib/config.ts';
import { useGo } from '../lib/use-go.ts';
import { useAppState } from '../state/store.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { later } from '../ui/later.tsx';
import { NotOpened } from '../ui/NotOpened.tsx';
import { thanked, useSent } from '../ui/safety/thanks.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { useAtNextPage } from '../ui/use-at-next-page.ts';
import { tellTimezone } from './preferences.ts';
import { session } from './session.ts';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';

export { followMember } from './member-life.ts';

/** Shown above every page while a member is signed in. Each part may fail by itself. */
export function MemberOverlays({ you }: { you: string }) {
  // Runs in its own task, once the page is shown.
  useEffect(() => after(0, () => tellTimezone(you)), [you]);
  const direct = useSyncExternalStore(directCalls.subscribe, directCalls.getSnapshot);
  const ringing = direct.kind === 'incoming' ? direct.call.id : null;
  return (
    <InTurn>
      <Part>
        <News />
      </Part>
      <ErrorBoundary renderInstead={(again) => <CallsFailed again={again} />}>
        <CallHost />
      </ErrorBoundary>
      <Part>
        <MatchHost />
      </Part>
      <Part>
        <DeviceHost key={you} you={you} ringing={ringing} />
      </Part>
      <Part>
        <Shortcuts />
      </Part>
      <Part>
        <Thanks />
      </Part>
      <Part>
        <UnreadStatement />
      </Part>
      <Part>
        <Terms />
      </Part>
    </InTurn>
  );
}

const ThanksHost = later(async () => (await import('../ui/safety/ThanksHost.tsx')).ThanksHost, {
  failed: (_again, _props, reason) => <NotOpened reason={reason} onClose={thanked} />,
});

function Thanks() {
  return useSent() === null ? null : <ThanksHost />;
}

const NewTerms = later(async () => (await import('../features/privacy/NewTerms.tsx')).NewTerms);

function Terms() {
  const accepted = useAppState(({ user }) => user?.termsVersion);
  const current = useConfig().data?.termsVersion;
  if (current === undefined || accepted === current) return null;
  return <NewTerms onAccepted={session.userChanged} />;
}

function Part({ children }: { children: ReactNode }) {
  return <ErrorBoundary renderInstead={(again) => <PartFailed again={again} />}>{children}</ErrorBoundary>;
}

/** Shows a toast, and nothing in the part's place until the next page. */
function PartFailed({ again }: { again: () => void }) {
  const { t } = useLingui();
  const tell = useEffectEvent(() => showToast({ message: t`Oops! Something went wrong`, type: 'error' }));
  useEffect(() => void tell(), []);
  useAtNextPage(again);
  return null;
}

function CallsFailed({ again }: { again: () => void }) {
  useAtNextPage(again);
  return <CallFailed onAgain={again} />;
}

/** Tells the author about a message that was refused after they left its room. */
function useTellOfFailed(): void {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const go = useGo();
  useOnFailed((chatRoomId) => {
    const path = `/chat/${chatRoomId}`;
    if (pathname === path) return;
    showToast({
      id: `${path} failed`,
      message: t`A message of yours was not sent. Tap to see why.`,
      type: 'error',
      duration: FIXED.bannerMs,
      onClick: () => go(path),
    });
  });
}

/** Announces incoming messages and notifications. */
function News() {
  const announce = useAnnounce(() => devicePush.store.getState() === 'on');
  useNews(announce);
  useTellOfFailed();
  useArrivals(({ chatRoomId, name, photo, seed, words }) =>
    announce({ kind: 'message', path: `/chat/${chatRoomId}`, title: name, message: words, avatar: photo, seed }),
  );
  return null;
}
