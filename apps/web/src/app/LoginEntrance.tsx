import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { LoginPage } from '../features/identity/LoginPage.tsx';
import { endedStore } from '../lib/ended-session.ts';
import { COOKIES_REFUSED, STORAGE_REFUSED } from '../lib/refused.ts';
import { loadInside } from '../lib/i18n.ts';
import { canStore } from '../lib/kept-item.ts';
import { safeReturnTo } from '../lib/safe-return-to.ts';
import { LanguageChoice } from '../ui/LanguageChoice.tsx';
import { later } from '../ui/later.tsx';
import { withMark, withoutMark } from './signed-in-mark.ts';
import { useFrom } from './use-from.ts';

const SignInProblem = later(async () => {
  const [{ SignInProblem: Problem }] = await Promise.all([
    import('../features/identity/SignInProblem.tsx'),
    loadInside(),
  ]);
  return Problem;
});

/** Reached from a guard (navigation state) or, after a failed attempt, from the server (address). */
export function LoginEntrance() {
  const from = useFrom();
  const [search] = useSearchParams();
  const wanted = safeReturnTo(from ?? search.get('returnTo'));
  const returnTo = withMark(withoutMark(new URL(wanted, window.location.origin)));
  const error = search.get('error');
  const [isStored] = useState(canStore);
  // Shown before the sign-in, which would otherwise lead back here without an explanation.
  const ended = useStore(endedStore);
  const first = error ?? (isStored ? ended && 'session-ended' : STORAGE_REFUSED);
  const known = navigator.cookieEnabled ? first : COOKIES_REFUSED;
  const problem = known !== null && <SignInProblem error={known} unsent={ended?.hasUnsent ? 'waits' : 'none'} />;
  return <LoginPage language={<LanguageChoice />} returnTo={returnTo} problem={problem} />;
}
