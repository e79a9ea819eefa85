export { canonicalLanguage } from './onboarding.ts';
export { profileCallables } from './callables.ts';
export type { PhotoFiles } from './editing.ts';
export { removePushTokensOf } from './push-tokens.ts';
export { pushTokenRoutes } from './routes.ts';
export { grantCallBonus, spendComment } from './opportunities.ts';
export { createProfiles, type Profiles } from './service.ts';
export { personOf } from './views.ts';
export { interestsOf, person, readerOf, setPaid } from './store.ts';
