import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { LoginPage } from '../features/identity/LoginPage.tsx';
import { OnboardingPage } from '../features/onboarding/OnboardingPage.tsx';
import { LeavingPage } from '../features/privacy/LeavingPage.tsx';
import { RefusalPage } from '../features/onboarding/RefusalPage.tsx';
import { errorText } from '../lib/error-text.ts';
import { Button } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { useFrom } from './Guard.tsx';
import { saveDevicePreferences } from './preferences.ts';
import { safeReturnTo } from './safe-return-to.ts';
import { session } from './session.ts';
import { withMark, withoutMark } from './signed-in-mark.ts';

/** Reached from a guard (navigation state) or, after an attempt that did not work, from the server (address). */
export function LoginEntrance() {
  const from = useFrom();
  const [search] = useSearchParams();
  const wanted = safeReturnTo(from ?? search.get('returnTo'));
  const returnTo = withMark(withoutMark(new URL(wanted, window.location.origin)));
  return <LoginPage returnTo={returnTo} error={search.get('error')} />;
}

export function OnboardingEntrance() {
  const auth = useStore(session.store);
  if (auth.at === 'barred') return <RefusalPage onLogOut={leave} />;
  return (
    <OnboardingPage
      suggestedName={auth.at === 'signed-in' ? auth.user.suggestedName : ''}
      onDone={(user) => {
        session.userChanged(user);
        saveDevicePreferences();
      }}
      onRefused={() => session.barred('under-age')}
    />
  );
}

export function LeavingEntrance() {
  const erasesAt = useStore(session.store, (auth) => (auth.at === 'signed-in' ? auth.user.erasesAt : null));
  return erasesAt === null ? null : <LeavingPage erasesAt={erasesAt} onStay={session.userChanged} onLogOut={leave} />;
}

export function SuspendedPage() {
  const { t } = useLingui();
  return (
    <MessagePage
      scene="not-found"
      title={t`Your account is suspended`}
      lead={t`You can’t meet anybody for now.`}
      actions={<Button onClick={leave}>{t`Log out`}</Button>}
    />
  );
}

function leave(): void {
  session.logOut().catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
}
