export { canonicalLanguage } from './onboarding.ts';
export { profileCallables } from './callables.ts';
export type { PhotoFiles } from './editing.ts';
export { grantCallBonus, spendComment } from './opportunities.ts';
export { createProfiles, type Profiles } from './service.ts';
export { personOf } from './views.ts';
export { profileData } from './personal-data.ts';
export { hasPhoto, hidePhotos, portraitOf, takeAwayPhoto, takeAwayPortrait } from './withholding.ts';
export {
  findNamed,
  findOwnThumb,
  holdShown,
  interestsOf,
  person,
  readerOf,
  readerQuery,
  setPaid,
  showProfile,
} from './store.ts';
