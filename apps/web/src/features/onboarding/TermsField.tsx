import { Trans } from '@lingui/react/macro';
import { Checkbox } from '../../ui/Checkbox.tsx';
import styles from './onboarding.module.css';

interface TermsFieldProps {
  checked: boolean;
  error: string | undefined;
  onChange: (accepts: boolean) => void;
}

/** The texts open in a new tab, so that the form keeps its answers. */
export function TermsField({ checked, error, onChange }: TermsFieldProps) {
  return (
    <div className={styles.terms}>
      <Checkbox checked={checked} error={error} onChange={(event) => onChange(event.target.checked)}>
        <Trans>
          I am 18 or older and accept the{' '}
          <a href="/terms" target="_blank">
            Terms of Service
          </a>{' '}
          and the{' '}
          <a href="/rules" target="_blank">
            community rules
          </a>
          .
        </Trans>
      </Checkbox>
      <p className={styles.note}>
        <Trans>
          What is kept about you, and for how long, is in the{' '}
          <a href="/privacy" target="_blank">
            Privacy Policy
          </a>
          .
        </Trans>
      </p>
    </div>
  );
}
