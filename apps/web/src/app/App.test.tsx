import { i18n } from '@lingui/core';
import { useEffect, type ReactNode } from 'react';
import type * as ReactRouter from 'react-router';
import { expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { App } from './App.tsx';

/** Names of the components on the screen. */
const shown = vi.hoisted(() => new Set<string>());
const entry = vi.hoisted(() => ({ at: '/', isSignedIn: true }));

function Noted({ name }: { name: string }) {
  useEffect(() => {
    shown.add(name);
    return () => void shown.delete(name);
  }, [name]);
  return null;
}

const nowhere = { createHref: () => '', go: () => {}, push: () => {}, replace: () => {} };
vi.mock('react-router', async (load) => {
  const router = await load<typeof ReactRouter>();
  const BrowserRouter = ({ children }: { children: ReactNode }) => (
    <router.Router location={entry.at} navigator={nowhere}>
      {children}
    </router.Router>
  );
  return { ...router, BrowserRouter };
});
vi.mock('../lib/session-mark.ts', () => ({ isSignedIn: () => entry.isSignedIn }));
vi.mock('../lib/i18n.ts', () => ({ loadInside: async () => Promise.reject(new Error('The words are gone')) }));
vi.mock('./load-pages.ts', () => ({ loadPages: async () => Promise.reject(new Error('The words are gone')) }));
vi.mock('./look.ts', () => ({ toggleTheme: () => {} }));
vi.mock('./signed-in-mark.ts', () => ({ withMark: () => '/', withoutMark: () => '/' }));
vi.mock('./TopOnNavigation.tsx', () => ({ TopOnNavigation: () => null }));
vi.mock('../ui/TopBar.tsx', () => ({ TopBarPlace: () => null }));
vi.mock('../ui/LoadingScreen.tsx', () => ({ LoadingScreen: () => null }));
vi.mock('../ui/LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
vi.mock('../features/identity/SignInProblem.tsx', () => ({ SignInProblem: () => null }));
vi.mock('../features/landing/LandingPage.tsx', () => ({ LandingPage: () => <Noted name="the landing page" /> }));
vi.mock('../features/identity/LoginPage.tsx', () => ({
  LoginPage: ({ problem }: { problem: ReactNode }) => (
    <>
      <Noted name="ways to sign in" />
      {problem}
    </>
  ),
}));
vi.mock('./ErrorPage.tsx', () => ({ ErrorPage: () => <Noted name="the error page" /> }));

test.each([
  ['/', true, 'the landing page'],
  ['/login?error=cancelled', false, 'ways to sign in'],
  ['/home', true, 'the error page'],
])('where the words of what lies behind do not come, %s shows what it can', async (at, isSignedIn, page) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('navigator', { cookieEnabled: true });
  Object.assign(entry, { at, isSignedIn });
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { show, leave } = unseenPage();
  Object.assign(window, { location: { origin: 'https://yonder.test' } });
  show(<App />);
  await vi.waitUntil(() => failed.mock.calls.length > 0);
  await expect.poll(() => [...shown]).toEqual([page]);
  leave();
  failed.mockRestore();
});
