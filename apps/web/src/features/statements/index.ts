export { DecisionsPage } from './DecisionsPage.tsx';
export { KnownDecisions } from './KnownDecisions.tsx';
export { UnreadStatement } from './UnreadStatement.tsx';
