import { CallError } from '@yonder/client';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { likelyCountry, likelyLanguages } from '../../lib/places.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { userOf, type User } from '../../state/user.ts';
import { mistakesIn, type Answers } from './answers.ts';
import { sendAnswers } from './send-answers.ts';

export interface Onboarding {
  suggestedName: string;
  onDone: (user: User) => void;
  /** The user is under 18; this is final. */
  onRefused: () => void;
}

export function useOnboarding({ suggestedName, onDone, onRefused }: Onboarding) {
  const { refetch } = useConfig();
  const [answers, setAnswers] = useState<Answers>(() => ({
    birthDate: '',
    name: suggestedName,
    region: likelyCountry(navigator.languages),
    languages: likelyLanguages(navigator.languages),
    acceptsTerms: false,
  }));
  // Mistakes are shown only after the first submit.
  const [checked, setChecked] = useState(false);
  const mistakes = mistakesIn(answers);
  const [refusedDate, setRefusedDate] = useState<string | null>(null);

  const sending = useSubmit({
    send: sendAnswers,
    onGranted: (own) => onDone(userOf(own)),
    onRefused(error, { birthDate }) {
      if (!(error instanceof CallError)) return;
      if (error.reason === 'bad-birth-date') setRefusedDate(birthDate);
      if (error.reason === 'under-age') onRefused();
      if (error.reason === 'terms-outdated') void refetch();
    },
  });

  const { error } = sending;
  // The error is hidden once another date is entered.
  const isMended = error instanceof CallError && error.reason === 'bad-birth-date' && answers.birthDate !== refusedDate;
  return {
    answers,
    change: (change: Partial<Answers>) => setAnswers({ ...answers, ...change }),
    mistakes: checked ? mistakes : {},
    busy: sending.busy,
    error: isMended ? null : error,
    submit: () => {
      setChecked(true);
      if (Object.keys(mistakes).length === 0) sending.submit(answers);
    },
  };
}
