import { useMutation } from '@tanstack/react-query';
import { CallError } from '@yonder/client';
import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { useConfig } from '../../lib/config.ts';
import { likelyCountry, likelyLanguages } from '../../lib/places.ts';
import { userOf, type User } from '../../state/user.ts';
import { mistakesIn, toOnboarding, type Answers } from './answers.ts';

export interface Onboarding {
  suggestedName: string;
  onDone: (user: User) => void;
  /** Under 18, for good. */
  onRefused: () => void;
}

export function useOnboarding({ suggestedName, onDone, onRefused }: Onboarding) {
  const config = useConfig();
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

  const sending = useMutation({
    mutationFn: (termsVersion: string) => client.call('completeOnboarding', toOnboarding(answers, termsVersion)),
    onSuccess: (own) => onDone(userOf(own)),
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      if (error.reason === 'under-age') onRefused();
      if (error.reason === 'terms-outdated') void config.refetch();
    },
  });

  return {
    answers,
    change: (change: Partial<Answers>) => setAnswers({ ...answers, ...change }),
    mistakes: checked ? mistakes : {},
    busy: sending.isPending,
    error: sending.error,
    submit: () => {
      setChecked(true);
      if (Object.keys(mistakes).length === 0 && config.data) sending.mutate(config.data.termsVersion);
    },
  };
}
