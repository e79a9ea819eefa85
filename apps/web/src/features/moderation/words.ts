import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CaseList, CaseReport, CaseSummary, ModerationCase, ModerationAction } from '@yonder/contract';

/** Kinds of reported content. */
export const ABOUT_WORDS = {
  user: msg`profile`,
  call: msg`voice call`,
  chatRoom: msg`chat`,
  message: msg`message`,
  post: msg`moment`,
  comment: msg`comment`,
} satisfies Record<CaseSummary['about'], MessageDescriptor>;

export const PRIORITY_WORDS = {
  urgent: msg`Urgent`,
  high: msg`High`,
  normal: msg`Normal`,
  low: msg`Low`,
} satisfies Record<CaseSummary['priority'], MessageDescriptor>;

export const LIST_WORDS = {
  open: msg`Open`,
  mine: msg`Mine`,
  approvals: msg`Approvals`,
  appeals: msg`Appeals`,
  closed: msg`Closed`,
} satisfies Record<CaseList, MessageDescriptor>;

/** On the buttons and in the titles of their dialogs. */
export const ACTION_WORDS = {
  dismiss: msg`No action`,
  warn: msg`Warn`,
  suspend: msg`Pause account`,
  'remove-content': msg`Remove content`,
  ban: msg`Ban account`,
} satisfies Record<ModerationAction, MessageDescriptor>;

/** Decisions in the past tense. */
export const DECISION_WORDS = {
  'remove-content': msg`Content removed`,
  warn: msg`Warned`,
  suspend: msg`Paused`,
  ban: msg`Banned`,
} satisfies Record<ModerationCase['history'][number]['action'], MessageDescriptor>;

export const STANDING_WORDS = {
  member: msg`open`,
  suspended: msg`paused`,
  banned: msg`banned`,
  leaving: msg`leaving`,
  erased: msg`erased`,
} satisfies Record<ModerationCase['account']['standing'], MessageDescriptor>;

/** State of the reported content; null while it is unchanged. */
export const CONTENT_WORDS = {
  shown: null,
  hidden: msg`Hidden until looked at`,
  removed: msg`Removed`,
  none: null,
} satisfies Record<CaseReport['content'], MessageDescriptor | null>;
