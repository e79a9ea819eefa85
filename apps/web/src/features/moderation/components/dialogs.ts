/* Loaded when something is to be decided, or the keys are asked for. */
export { AnswerDialog } from './AnswerDialog.tsx';
export { ApprovalDialog } from './ApprovalDialog.tsx';
export { DecisionDialog } from './DecisionDialog.tsx';
export { ShortcutsDialog } from './ShortcutsDialog.tsx';
