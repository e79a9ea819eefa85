export { profileCallables } from './callables.ts';
export { removePushTokensOf } from './push-tokens.ts';
export { pushTokenRoutes } from './routes.ts';
export { createProfiles, type Profiles, type ProfilesOptions } from './service.ts';
export { grantCallBonus, matchPreferences, person, setPaid, type MatchPreferences } from './store.ts';
