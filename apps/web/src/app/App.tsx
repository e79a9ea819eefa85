import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { IconContext } from '@phosphor-icons/react/dist/lib/context';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { LandingPage } from '../features/landing/LandingPage.tsx';
import { isSignedIn } from '../lib/session-mark.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { TopBarPlace } from '../ui/TopBar.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { isEntrance, isLanding } from './front-pages.ts';
import { LoginEntrance } from './LoginEntrance.tsx';
import { toggleTheme } from './look.ts';
import { loadPages } from './load-pages.ts';
import { TopOnNavigation } from './TopOnNavigation.tsx';

const Inside = lazy(async () => ({ default: await loadPages() }));

/** Icons are decorative: what stands beside them, or their button's name, says what they mean. */
const ICONS = { size: 24, 'aria-hidden': true } as const;

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <IconContext.Provider value={ICONS}>
        <BrowserRouter>
          <ErrorBoundary>
            <TopOnNavigation />
            <TopBarPlace />
            <Pages />
          </ErrorBoundary>
        </BrowserRouter>
      </IconContext.Provider>
    </I18nProvider>
  );
}

/** Whoever has been inside stays connected on the landing page: a call goes on there. Who has not signs in without what is. */
function Pages() {
  const { pathname } = useLocation();
  const [isInside, setIsInside] = useState(isSignedIn);
  const onLanding = isLanding(pathname);
  const atEntrance = isEntrance(pathname) && !isInside;
  if (!onLanding && !atEntrance && !isInside) setIsInside(true);
  return (
    <>
      <ErrorBoundary at={pathname}>
        {onLanding && <LandingPage onToggleTheme={toggleTheme} onIntent={() => void loadPages()} />}
        {atEntrance && <LoginEntrance />}
      </ErrorBoundary>
      {isInside && (
        <ErrorBoundary at={pathname} instead={onLanding ? null : undefined}>
          <Suspense fallback={onLanding ? null : <LoadingScreen />}>
            <Inside isLanding={onLanding} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
