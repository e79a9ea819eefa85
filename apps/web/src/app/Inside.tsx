import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../lib/query-client.ts';
import { useAppState } from '../state/store.ts';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { pageReady } from './page.tsx';

export { hearWorker } from '../lib/from-worker.ts';
export { keepFocus } from '../lib/keep-focus.ts';
export { followReachable } from '../lib/reachable.ts';
export { askForPage } from './AppRoutes.tsx';
export { followOnline, startSession } from './session.ts';

const MemberOverlays = lazy(async () => {
  await pageReady();
  return { default: (await import('./MemberOverlays.tsx')).MemberOverlays };
});

interface InsideProps {
  /** The landing page is shown: it is no page of these. */
  isLanding: boolean;
}

/** The session, the pages behind the landing page, and what goes on above all of them. */
export function Inside({ isLanding }: InsideProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {!isLanding && <Routed />}
      <Overlays />
      <Toasts />
    </QueryClientProvider>
  );
}

/** A page that fails, or whose scripts are those of an earlier build and gone, takes no call along. */
function Routed() {
  return (
    <ErrorBoundary at={useLocation().pathname}>
      <AppRoutes />
    </ErrorBoundary>
  );
}

function Overlays() {
  const you = useAppState(({ user }) => (user?.onboarded && user.erasesAt === null ? user.id : null));
  if (you === null) return null;
  return (
    <Suspense fallback={null}>
      <MemberOverlays you={you} />
    </Suspense>
  );
}
