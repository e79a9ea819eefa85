import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { IconContext } from '@phosphor-icons/react/dist/lib/context';
import { useState, type ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { LandingPage } from '../features/landing/LandingPage.tsx';
import { isSignedIn } from '../lib/session-mark.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { later, type Again } from '../ui/later.tsx';
import { TopBarPlace } from '../ui/TopBar.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { isEntrance, isLanding } from './front-pages.ts';
import { LoginEntrance } from './LoginEntrance.tsx';
import { toggleTheme } from './look.ts';
import { loadPages } from './load-pages.ts';
import { useAtNextPage } from '../ui/use-at-next-page.ts';
import { TopOnNavigation } from './TopOnNavigation.tsx';

const Inside = later(loadPages, {
  waiting: <InsideLoading />,
  failed: (again) => <InsideFailed again={again} />,
});

/** Icons are decorative: the text beside them, or their button's name, gives the meaning. */
const ICONS = { size: 24, 'aria-hidden': true } as const;

export function App() {
  return (
    <I18nProvider i18n={i18n} defaultComponent={Words}>
      <IconContext.Provider value={ICONS}>
        <BrowserRouter>
          <ErrorBoundary renderInstead={() => <ErrorPage />}>
            <TopOnNavigation />
            <TopBarPlace />
            <Pages />
          </ErrorBoundary>
        </BrowserRouter>
      </IconContext.Provider>
    </I18nProvider>
  );
}

/** Once inside, the session stays connected on the landing page for calls. Visitors sign in without the inside. */
function Pages() {
  const { pathname } = useLocation();
  const [isInside, setIsInside] = useState(isSignedIn);
  const onLanding = isLanding(pathname);
  const atEntrance = isEntrance(pathname) && !isInside;
  if (!onLanding && !atEntrance && !isInside) setIsInside(true);
  return (
    <>
      <ErrorBoundary at={pathname} renderInstead={() => <ErrorPage />}>
        {onLanding && <LandingPage onToggleTheme={toggleTheme} onIntent={() => void loadPages()} />}
        {atEntrance && <LoginEntrance />}
      </ErrorBoundary>
      {isInside && <Inside isLanding={onLanding} />}
    </>
  );
}

/** Browsers that translate break bare text under React (scripts/bare-text.ts), so every <Trans> has an element. */
function Words({ children }: { children?: ReactNode }) {
  return <span>{children}</span>;
}

function InsideLoading() {
  return isLanding(useLocation().pathname) ? null : <LoadingScreen />;
}

/** The landing page works without the inside. */
function InsideFailed({ again }: { again: Again }) {
  useAtNextPage(again);
  return isLanding(useLocation().pathname) ? null : <ErrorPage />;
}
