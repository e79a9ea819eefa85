import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CallError } from '@yonder/client';
import { REASON_TEXTS } from './reason-texts.ts';

/** The text shown for an error, in the user's language. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return i18n._(REASON_TEXTS.internal);
  const { reason, text } = error;
  if (reason === 'network') return i18n._(msg`Network error. Please try again.`);
  if (reason === null || reason === 'cancelled') return text;
  return i18n._(REASON_TEXTS[reason]);
}
