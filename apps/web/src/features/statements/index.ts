export { DecisionsPage } from './DecisionsPage.tsx';
export { KnownDecisions } from './KnownDecisions.tsx';
export { SuspendedPage } from './SuspendedPage.tsx';
export { UnreadStatement } from './UnreadStatement.tsx';
