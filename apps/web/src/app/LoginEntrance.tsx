import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { LoginPage } from '../features/identity/LoginPage.tsx';
import { loadInside } from '../lib/i18n.ts';
import { safeReturnTo } from '../lib/safe-return-to.ts';
import { LanguageChoice } from '../ui/LanguageChoice.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { withMark, withoutMark } from './signed-in-mark.ts';
import { useFrom } from './use-from.ts';

const SignInProblem = lazy(async () => {
  const [{ SignInProblem: Problem }] = await Promise.all([
    import('../features/identity/SignInProblem.tsx'),
    loadInside(),
  ]);
  return { default: Problem };
});

/** Reached from a guard (navigation state) or, after an attempt that did not work, from the server (address). */
export function LoginEntrance() {
  const from = useFrom();
  const [search] = useSearchParams();
  const wanted = safeReturnTo(from ?? search.get('returnTo'));
  const returnTo = withMark(withoutMark(new URL(wanted, window.location.origin)));
  const error = search.get('error');
  const problem = error !== null && (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <SignInProblem error={error} />
      </Suspense>
    </ErrorBoundary>
  );
  return <LoginPage language={<LanguageChoice />} returnTo={returnTo} problem={problem} />;
}
