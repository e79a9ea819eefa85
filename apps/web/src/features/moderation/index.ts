export { ModerationPage } from './components/ModerationPage.tsx';
export { useFollowCases } from './use-follow-cases.ts';
