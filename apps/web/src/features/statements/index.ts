export { DecisionsPage } from './DecisionsPage.tsx';
export { SuspendedPage } from './SuspendedPage.tsx';
export { UnreadStatement } from './UnreadStatement.tsx';
