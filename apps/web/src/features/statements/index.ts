export { DecisionsPage } from './DecisionsPage.tsx';
export { UnreadStatement } from './UnreadStatement.tsx';
