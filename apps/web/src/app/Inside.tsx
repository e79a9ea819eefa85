import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { every } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { useAppState } from '../state/store.ts';
import { memberId } from '../state/user.ts';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { later, type Again } from '../ui/later.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { pageReady } from './page.tsx';

export { hearWorker } from '../lib/from-worker.ts';
export { keepFocus } from '../lib/keep-focus.ts';
export { followReachable } from '../lib/reachable.ts';
export { askForPage } from './AppRoutes.tsx';
export { followOnline, startSession } from './session.ts';

const MemberOverlays = later(
  async () => {
    await pageReady();
    const member = await import('./MemberOverlays.tsx');
    member.followMember();
    return member.MemberOverlays;
  },
  { failed: (again) => <AgainSoon again={again} /> },
);
const AGAIN_MS = 5_000;

/** Retries by itself, since calls and chats must not wait for a press. */
function AgainSoon({ again }: { again: Again }) {
  useEffect(() => {
    return every(AGAIN_MS, () => {
      again().catch(() => {
        // The next attempt may succeed.
      });
    });
  }, [again]);
  return null;
}

interface InsideProps {
  /** The landing page is shown, which is not one of these pages. */
  isLanding: boolean;
}

/** The session, the pages behind the landing page, and the overlays above them. */
export function Inside({ isLanding }: InsideProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {!isLanding && <Routed />}
      <Overlays />
      <Toasts />
    </QueryClientProvider>
  );
}

/** A page that fails, or that asks for scripts of an earlier build, does not end a call. */
function Routed() {
  return (
    <ErrorBoundary at={useLocation().pathname} renderInstead={() => <ErrorPage />}>
      <AppRoutes />
    </ErrorBoundary>
  );
}

function Overlays() {
  const you = useAppState(({ user }) => memberId(user));
  if (you === null) return null;
  return <MemberOverlays you={you} />;
}
