export { ChildSafetyPage } from './ChildSafetyPage.tsx';
export { PrivacyPage } from './PrivacyPage.tsx';
export { RulesPage } from './RulesPage.tsx';
export { TermsPage } from './TermsPage.tsx';
