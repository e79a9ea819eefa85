import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Input } from '@yonder/contract';

export type Ground = Input<'reportUser'>['reason'];

/** Grounds of reports, worded about the act and not about the person. */
export const GROUND_WORDS = {
  minor: msg`Under age`,
  sexual: msg`Unwanted sexual content`,
  hate: msg`Hate or insults`,
  threat: msg`Threats`,
  'self-harm': msg`Self-harm`,
  scam: msg`Scam`,
  spam: msg`Advertising`,
  impersonation: msg`Impersonation`,
  other: msg`Something else`,
} satisfies Record<Ground, MessageDescriptor>;
