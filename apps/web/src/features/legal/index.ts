export { AboutPage } from './AboutPage.tsx';
export { ContactPage } from './ContactPage.tsx';
export { HelpPage } from './HelpPage.tsx';
export { ChildSafetyPage } from './ChildSafetyPage.tsx';
export { PrivacyPage } from './PrivacyPage.tsx';
export { RulesPage } from './RulesPage.tsx';
export { TermsPage } from './TermsPage.tsx';
