import { Trans } from '@lingui/react/macro';
import { Checkbox } from '../../ui/Checkbox.tsx';

interface TermsFieldProps {
  checked: boolean;
  error: string | undefined;
  onChange: (accepts: boolean) => void;
}

/** The texts open beside the form, so that nothing filled in is lost. */
export function TermsField({ checked, error, onChange }: TermsFieldProps) {
  return (
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
  );
}
