import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Answers, Mistake } from './answers.ts';

const TEXTS = {
  'birth date missing': msg`Please enter your whole birth date.`,
  'name too long': msg`Please choose a shorter name.`,
  'region missing': msg`Please choose where you are.`,
  'languages missing': msg`Please add at least one language.`,
  'terms not accepted': msg`Please accept the terms to go on.`,
} satisfies Record<Mistake, MessageDescriptor>;

/** The text for a field's mistake; undefined when there is none. */
export function useMistakeTexts(mistakes: Partial<Record<keyof Answers, Mistake>>) {
  const { i18n } = useLingui();
  return (field: keyof Answers): string | undefined => {
    const mistake = mistakes[field];
    return mistake && i18n._(TEXTS[mistake]);
  };
}
