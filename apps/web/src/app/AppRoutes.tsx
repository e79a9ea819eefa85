import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { LandingPage } from '../features/landing/LandingPage.tsx';
import { appStore } from '../state/store.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import {
  LeavingEntrance,
  LoginEntrance,
  ModerationEntrance,
  OnboardingEntrance,
  SuspendedEntrance,
} from './entrances.tsx';
import { Guard } from './Guard.tsx';
import { InnerPlaceholder, NotFoundPage, PublicPlaceholder, type PlaceholderName } from './placeholders.tsx';
import { setChatPreference, setColorTheme, setLanguage, setTheme } from './preferences.ts';
import { session } from './session.ts';
import { Shell } from './Shell.tsx';

const Home = lazy(async () => ({ default: (await import('./Home.tsx')).Home }));
const Conversations = lazy(async () => ({ default: (await import('./Conversations.tsx')).Conversations }));
const MomentsPage = lazy(async () => ({ default: (await import('../features/moments/index.ts')).MomentsPage }));
const ComposePage = lazy(async () => ({ default: (await import('../features/moments/index.ts')).ComposePage }));
const PostPage = lazy(async () => ({ default: (await import('../features/moments/index.ts')).PostPage }));
const OwnProfile = lazy(async () => ({ default: (await import('./profiles.tsx')).OwnProfile }));
const SomebodysProfile = lazy(async () => ({ default: (await import('./profiles.tsx')).SomebodysProfile }));
const EditProfilePage = lazy(async () => ({
  default: (await import('../features/profiles/edit/EditProfilePage.tsx')).EditProfilePage,
}));
const UpgradePage = lazy(async () => ({ default: (await import('../features/upgrade/UpgradePage.tsx')).UpgradePage }));
const NearbyPage = lazy(async () => ({
  default: (await import('../features/nearby/components/NearbyPage.tsx')).NearbyPage,
}));
const Mode3Page = lazy(async () => ({
  default: (await import('../features/text-match/components/Mode3Page.tsx')).Mode3Page,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
}));
const DecisionsPage = lazy(async () => ({ default: (await import('../features/statements/index.ts')).DecisionsPage }));

const TermsPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).TermsPage }));
const RulesPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).RulesPage }));
const PrivacyPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).PrivacyPage }));
const AboutPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).AboutPage }));
const ContactPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).ContactPage }));
const HelpPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).HelpPage }));
const DataPage = lazy(async () => ({ default: (await import('../features/privacy/index.ts')).DataPage }));
const DeletePage = lazy(async () => ({ default: (await import('../features/privacy/index.ts')).DeletePage }));
const ChildSafetyPage = lazy(async () => ({ default: (await import('../features/legal/index.ts')).ChildSafetyPage }));

const PUBLIC: readonly (readonly [path: string, name: PlaceholderName])[] = [
  ['/download/ios', 'ios'],
  ['/download/android', 'android'],
];

const INNER: readonly (readonly [path: string, name: PlaceholderName])[] = [['/notifications', 'notifications']];

const callTab = <Navigate to="/chats" state={{ activeTab: 'call' }} replace />;
const landing = <LandingPage onToggleTheme={() => setTheme(appStore.getState().theme === 'dark' ? 'light' : 'dark')} />;

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/" element={landing} />
        <Route path="/welcome" element={landing} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/rules" element={<RulesPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/child-safety" element={<ChildSafetyPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/help" element={<HelpPage />} />
        {PUBLIC.map(([path, name]) => (
          <Route key={path} path={path} element={<PublicPlaceholder name={name} />} />
        ))}
        <Route element={<Guard access="signed out" />}>
          <Route path="/login" element={<LoginEntrance />} />
          <Route path="/register" element={<PublicPlaceholder name="register" />} />
        </Route>
        <Route element={<Guard access="onboarding" />}>
          <Route path="/onboarding" element={<OnboardingEntrance />} />
        </Route>
        <Route element={<Guard access="suspended" />}>
          <Route path="/suspended" element={<SuspendedEntrance />} />
        </Route>
        <Route element={<Guard access="leaving" />}>
          <Route path="/leaving" element={<LeavingEntrance />} />
        </Route>
        <Route element={<Guard access="signed in" />}>
          <Route path="/mode2" element={callTab} />
          <Route path="/call" element={callTab} />
          <Route element={<Shell />}>
            <Route path="/home" element={<Home />} />
            <Route path="/mode3" element={<Mode3Page />} />
            <Route path="/chats" element={<Conversations />} />
            <Route path="/chat/:chatId" element={<Conversations />} />
            <Route path="/mode1" element={<MomentsPage />} />
            <Route path="/mode1/new" element={<ComposePage />} />
            <Route path="/mode1/:postId" element={<PostPage />} />
            <Route path="/nearby" element={<NearbyPage />} />
            <Route path="/profile" element={<OwnProfile />} />
            <Route path="/profile/edit" element={<EditProfilePage onSaved={session.userChanged} />} />
            <Route path="/upgrade" element={<UpgradePage onChanged={session.userChanged} />} />
            <Route path="/profile/:userId" element={<SomebodysProfile />} />
            <Route
              path="/settings"
              element={
                <SettingsPage
                  onTheme={setTheme}
                  onColorTheme={setColorTheme}
                  onLanguage={setLanguage}
                  onChatPreference={setChatPreference}
                  onLogOut={session.logOut}
                />
              }
            />
            <Route path="/settings/decisions" element={<DecisionsPage />} />
            <Route path="/moderation" element={<ModerationEntrance />} />
            <Route path="/moderation/:caseId" element={<ModerationEntrance />} />
            {INNER.map(([path, name]) => (
              <Route key={path} path={path} element={<InnerPlaceholder name={name} />} />
            ))}
          </Route>
        </Route>
        <Route element={<Guard access="own data" />}>
          <Route element={<Shell />}>
            <Route path="/settings/data" element={<DataPage />} />
            <Route path="/settings/delete" element={<DeletePage onLogOut={session.logOut} />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
