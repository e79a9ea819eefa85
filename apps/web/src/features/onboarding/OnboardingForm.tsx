import { Trans, useLingui } from '@lingui/react/macro';
import { CallError } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import type { FormEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LanguagesField } from '../../ui/LanguagesField.tsx';
import { RegionPicker } from '../../ui/region/RegionPicker.tsx';
import styles from './onboarding.module.css';
import { OwnData } from './OwnData.tsx';
import { TermsField } from './TermsField.tsx';
import { useMistakeTexts } from './use-mistake-texts.ts';
import { useOnboarding, type Onboarding } from './use-onboarding.ts';

export function OnboardingForm(onboarding: Onboarding) {
  const { t } = useLingui();
  const { answers, change, mistakes, busy, error, submit } = useOnboarding(onboarding);
  const sentence = useMistakeTexts(mistakes);
  const badDate = error instanceof CallError && error.reason === 'bad-birth-date' ? errorText(error) : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <Field
        label={t`Birth date`}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        value={answers.birthDate}
        hint={t`Never shown to anybody; people see an age range. It can’t be changed later.`}
        error={sentence('birthDate') ?? badDate}
        onChange={(event) => change({ birthDate: event.target.value })}
      />
      <Field
        label={t`Name`}
        autoComplete="nickname"
        maxLength={FIXED.nameLength}
        counted="yes"
        value={answers.name}
        hint={t`Left empty, your name is shown as Anonymous.`}
        error={sentence('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <RegionPicker
        label={t`Country or region`}
        value={answers.region}
        error={sentence('region')}
        onChange={(region) => change({ region })}
      />
      <LanguagesField
        value={answers.languages}
        error={sentence('languages')}
        onChange={(languages) => change({ languages })}
      />
      <TermsField
        checked={answers.acceptsTerms}
        error={sentence('acceptsTerms')}
        onChange={(acceptsTerms) => change({ acceptsTerms })}
      />
      {error !== null && badDate === undefined && (
        <p role="alert" className={styles.error}>
          {errorText(error)}
          {error instanceof CallError && error.url !== undefined && (
            <>
              {' '}
              <a href={error.url} target="_blank" rel="noopener noreferrer">
                <Trans>Prove your age, then come back and press the button again.</Trans>
              </a>
            </>
          )}
        </p>
      )}
      <Button type="submit" look="go" size="lg" width="full" busy={busy}>
        <Trans>Go over the horizon</Trans>
      </Button>
      <OwnData />
    </form>
  );
}
