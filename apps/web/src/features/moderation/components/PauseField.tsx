import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { useId, useState } from 'react';
import { Field } from '../../../ui/Field.tsx';
import text from '../../../ui/text.module.css';
import { PAUSES } from '../decision.ts';
import { hoursText } from '../waited.ts';
import styles from './dialogs.module.css';

interface PauseFieldProps {
  hours: string;
  isWrong: boolean;
  onChange: (hours: string) => void;
}

/** The duration of a pause: a common one, or a typed number of hours. */
export function PauseField({ hours, isWrong, onChange }: PauseFieldProps) {
  const { t, i18n } = useLingui();
  const [kind, setKind] = useState<'common' | 'own'>('common');
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={text.label}>
        <Trans>For how long?</Trans>
      </legend>
      <div className={styles.pauses}>
        {PAUSES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={kind === 'common' && hours === one}
              onChange={() => {
                setKind('common');
                onChange(one);
              }}
            />
            {hoursText(Number(one), i18n.locale)}
          </label>
        ))}
        <label>
          <input type="radio" name={name} checked={kind === 'own'} onChange={() => setKind('own')} />
          <Trans>Other</Trans>
        </label>
      </div>
      {kind === 'own' && (
        <Field
          label={t`Hours`}
          inputMode="numeric"
          value={hours}
          maxLength={5}
          error={isWrong ? t`A whole number from 1 to ${FIXED.suspensionHours}.` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </fieldset>
  );
}
