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
  /** Under 18, for good. */
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
  // Nobody is told what is missing before they said they were done.
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
  // Another date may be a real one.
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
