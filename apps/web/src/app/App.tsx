import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { IconContext } from '@phosphor-icons/react/dist/lib/context';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../lib/query-client.ts';
import { useAppState } from '../state/store.ts';
import { TopBarPlace } from '../ui/TopBar.tsx';
import { Toasts } from '../ui/toast/Toasts.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { TopOnNavigation } from './TopOnNavigation.tsx';

const MemberOverlays = lazy(async () => ({ default: (await import('./MemberOverlays.tsx')).MemberOverlays }));

/** Icons are decorative: what stands beside them, or their button's name, says what they mean. */
const ICONS = { size: 24, 'aria-hidden': true } as const;

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <IconContext.Provider value={ICONS}>
          <BrowserRouter>
            <ErrorBoundary>
              <TopOnNavigation />
              <TopBarPlace />
              <AppRoutes />
              <Overlays />
            </ErrorBoundary>
            <Toasts />
          </BrowserRouter>
        </IconContext.Provider>
      </QueryClientProvider>
    </I18nProvider>
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
