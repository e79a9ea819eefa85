import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { appStore } from '../state/store.ts';
import { enterPage } from '../state/transitions.ts';
import { OfflineLine } from '../ui/OfflineLine.tsx';
import { Nav } from './Nav.tsx';
import styles from './shell.module.css';

/** The frame of every signed-in page: the skip link, the page, the navigation. */
export function Shell() {
  const { pathname } = useLocation();
  useEffect(() => void appStore.setState((app) => enterPage(app, pathname)), [pathname]);
  const room = useMatch('/chat/:chatId');
  const openCase = useMatch('/moderation/:caseId');
  const isWhole = room !== null || openCase !== null;
  return (
    <div className={styles.shell} data-whole={isWhole ? '' : undefined}>
      <a className={styles.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <main id="content" className={styles.content} tabIndex={-1}>
        {room === null && (
          <OfflineLine>
            <Trans>What you see here is what this device has kept.</Trans>
          </OfflineLine>
        )}
        <Outlet />
      </main>
      <Nav />
    </div>
  );
}
