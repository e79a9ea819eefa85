import { useStore } from 'zustand';
import { errorText } from '../lib/error-text.ts';
import { useAppState } from '../state/store.ts';
import { later } from '../ui/later.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { page } from './page.tsx';
import { NotFoundPage } from './placeholders.tsx';
import { saveDevicePreferences } from './preferences.ts';
import { session } from './session.ts';

const LeavingPage = page(async () => (await import('../features/privacy/LeavingPage.tsx')).LeavingPage);
const ModerationPage = page(async () => (await import('../features/moderation/index.ts')).ModerationPage);
const OnboardingPage = page(async () => (await import('../features/onboarding/OnboardingPage.tsx')).OnboardingPage);
const RefusalPage = page(async () => (await import('../features/onboarding/RefusalPage.tsx')).RefusalPage);
const KnownDecisions = later(async () => (await import('../features/statements/KnownDecisions.tsx')).KnownDecisions);
const SuspendedPage = page(async () => (await import('../features/statements/SuspendedPage.tsx')).SuspendedPage);

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
  if (erasesAt === null) return null;
  return (
    <LeavingPage erasesAt={erasesAt} decisions={<KnownDecisions />} onStay={session.userChanged} onLogOut={leave} />
  );
}

export function SuspendedEntrance() {
  // A page load, so that their access is checked again.
  return <SuspendedPage onLogOut={leave} onReturn={() => window.location.assign('/home')} />;
}

/** Other users see a page that does not exist. */
export function ModerationEntrance() {
  const isModerator = useAppState(({ user }) => user?.isModerator ?? false);
  return isModerator ? <ModerationPage /> : <NotFoundPage place="inside" />;
}

function leave(): void {
  session.logOut().catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
}
