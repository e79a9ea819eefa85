import { useLingui } from '@lingui/react/macro';
import { countries } from '../../lib/places.ts';
import { Select } from '../../ui/Field.tsx';

interface RegionFieldProps {
  value: string;
  error: string | undefined;
  onChange: (region: string) => void;
}

export function RegionField({ value, error, onChange }: RegionFieldProps) {
  const { t, i18n } = useLingui();
  return (
    <Select
      label={t`Country or region`}
      autoComplete="country"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {t`Choose one`}
      </option>
      {countries(i18n.locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
