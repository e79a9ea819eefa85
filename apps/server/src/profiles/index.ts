export { profileCallables } from './callables.ts';
export { removePushTokensOf } from './push-tokens.ts';
export { pushTokenRoutes } from './routes.ts';
export { createProfiles, type Profiles } from './service.ts';
export { personOf } from './views.ts';
export { grantCallBonus, interestsOf, person, setPaid } from './store.ts';
