import { useEffect } from 'react';
import { Router, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { fallbackUser, type User } from '../state/user.ts';
import { Inside } from './Inside.tsx';

/** Log of what is mounted and unmounted. */
const seen = vi.hoisted(() => [] as string[]);

function Noted({ name }: { name: string }) {
  useEffect(() => {
    seen.push(`${name} comes`);
    return () => void seen.push(`${name} goes`);
  }, [name]);
  return null;
}

vi.mock('../state/store.ts', () => ({
  useAppState: (choose: (state: { user: User }) => unknown) =>
    choose({ user: { ...fallbackUser('wei'), onboarded: true } }),
}));
vi.mock('./session.ts', () => ({}));
vi.mock('./page.tsx', () => ({ pageReady: async () => {} }));
vi.mock('../ui/toast/Toasts.tsx', () => ({ Toasts: () => null }));
vi.mock('./ErrorPage.tsx', () => ({ ErrorPage: () => <Noted name="the error page" /> }));
vi.mock('./MemberOverlays.tsx', () => ({ MemberOverlays: () => <Noted name="a call" />, followMember: () => {} }));
vi.mock('./AppRoutes.tsx', () => ({
  AppRoutes: () => {
    const { pathname } = useLocation();
    if (pathname === '/terms') throw new Error('Its scripts are gone');
    return <Noted name={pathname} />;
  },
}));

const nowhere = { createHref: () => '', go: () => {}, push: () => {}, replace: () => {} };

test('a page that fails says so, takes no call along, and the next page is there', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = unseenPage();
  const go = (path: string): void =>
    page.show(
      <Router location={path} navigator={nowhere}>
        <Inside isLanding={false} />
      </Router>,
    );
  go('/home');
  await vi.waitUntil(() => seen.includes('a call comes'));
  go('/terms');
  go('/chats');
  expect(seen).toEqual([
    '/home comes',
    'a call comes',
    '/home goes',
    'the error page comes',
    'the error page goes',
    '/chats comes',
  ]);
});
