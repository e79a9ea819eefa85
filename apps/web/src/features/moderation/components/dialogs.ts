/* Loaded when a moderator decides something or asks for the keys. */
export { AnswerDialog } from './AnswerDialog.tsx';
export { ApprovalDialog } from './ApprovalDialog.tsx';
export { DecisionDialog } from './DecisionDialog.tsx';
export { ShortcutsDialog } from './ShortcutsDialog.tsx';
