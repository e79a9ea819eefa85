import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { later } from '../ui/later.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { LeavingEntrance, ModerationEntrance, OnboardingEntrance, SuspendedEntrance } from './entrances.tsx';
import { Guard } from './Guard.tsx';
import { LoginEntrance } from './LoginEntrance.tsx';
import { page } from './page.tsx';
import { NotFoundPage, PublicPlaceholder } from './placeholders.tsx';
import { setChatPreference, setColorTheme, setLanguage, setTheme } from './preferences.ts';
import { loadLogout, session } from './session.ts';
import { Shell } from './Shell.tsx';

const Home = page(async () => (await import('./Home.tsx')).Home);
const Conversations = page(async () => (await import('./Conversations.tsx')).Conversations);
const MomentsPage = page(async () => (await import('../features/moments/index.ts')).MomentsPage);
const ComposePage = page(async () => (await import('../features/moments/index.ts')).ComposePage);
const PostPage = page(async () => (await import('../features/moments/index.ts')).PostPage);
const OwnProfile = page(async () => (await import('./profiles.tsx')).OwnProfile);
const SomebodysProfile = page(async () => (await import('./profiles.tsx')).SomebodysProfile);
const EditProfilePage = page(
  async () => (await import('../features/profiles/edit/EditProfilePage.tsx')).EditProfilePage,
);
const UpgradePage = page(async () => (await import('../features/upgrade/UpgradePage.tsx')).UpgradePage);
const NearbyPage = page(async () => (await import('../features/nearby/components/NearbyPage.tsx')).NearbyPage);
const Mode3Page = page(async () => (await import('../features/text-match/components/Mode3Page.tsx')).Mode3Page);
const NotificationsPage = page(
  async () => (await import('../features/notifications/components/NotificationsPage.tsx')).NotificationsPage,
);
const ReportsPage = page(async () => (await import('../features/settings/ReportsPage.tsx')).ReportsPage);
const DevicePush = later(async () => (await import('../features/device/index.ts')).DevicePush);
/** Waits for DevicePush, as its late row would move the others, and for what a logout needs, unless they fail. */
const SettingsPage = page(async () => {
  const [settings] = await Promise.all([
    import('../features/settings/SettingsPage.tsx'),
    DevicePush.ask().catch(() => null),
    loadLogout().catch(() => null),
  ]);
  return settings.SettingsPage;
});
/** Where its script does not come, a logout goes out as where nothing waits. */
const findUnsent = async () => (await import('./unsent.ts').catch(() => null))?.findUnsent() ?? null;
const InstallPage = page(async () => (await import('../features/device/install/InstallPage.tsx')).InstallPage);
const DecisionsPage = page(async () => (await import('../features/statements/index.ts')).DecisionsPage);

const TermsPage = page(async () => (await import('../features/legal/index.ts')).TermsPage);
const RulesPage = page(async () => (await import('../features/legal/index.ts')).RulesPage);
const PrivacyPage = page(async () => (await import('../features/legal/index.ts')).PrivacyPage);
const AboutPage = page(async () => (await import('../features/legal/index.ts')).AboutPage);
const ContactPage = page(async () => (await import('../features/legal/index.ts')).ContactPage);
const HelpPage = page(async () => (await import('../features/legal/index.ts')).HelpPage);
const DataPage = page(async () => (await import('../features/privacy/index.ts')).DataPage);
const DeletePage = page(async () => (await import('../features/privacy/index.ts')).DeletePage);
const ChildSafetyPage = page(async () => (await import('../features/legal/index.ts')).ChildSafetyPage);

/** Loads the page's scripts while the session check is still under way. */
export async function askForPage(pathname: string): Promise<void> {
  if (pathname === '/chats') await Conversations.ask();
}

const callTab = <Navigate to="/chats" state={{ activeTab: 'call' }} replace />;

/** Every page but the landing page. */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/rules" element={<RulesPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/child-safety" element={<ChildSafetyPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/help" element={<HelpPage />} />
        <Route path="/download/ios" element={<InstallPage store="ios" />} />
        <Route path="/download/android" element={<InstallPage store="android" />} />
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
                  findUnsent={findUnsent}
                  notificationsHere={<DevicePush />}
                />
              }
            />
            <Route path="/settings/decisions" element={<DecisionsPage />} />
            <Route path="/settings/reports" element={<ReportsPage />} />
            <Route path="/moderation" element={<ModerationEntrance />} />
            <Route path="/moderation/:caseId" element={<ModerationEntrance />} />
            <Route path="/notifications" element={<NotificationsPage />} />
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
