import { Trans, useLingui } from '@lingui/react/macro';
import { AGE_RANGES } from '@yonder/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { languageName, spokenLanguages } from '../../../lib/places.ts';
import { useAppState } from '../../../state/store.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CaretDownIcon, MapPinIcon } from '../../../ui/icons.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import { RegionPicker } from '../../../ui/region/RegionPicker.tsx';
import type { Filters } from '../api/queries.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

/** Where, for whom, in which language; and one's own. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t, i18n } = useLingui();
  const user = useAppState((state) => state.user);
  const region = filters.region ?? user?.region ?? '';
  const ages = [{ code: '', name: t`Every age` }, ...AGE_RANGES.map((code) => ({ code, name: code }))];
  return (
    <div className={styles.bar}>
      <RegionChip region={region} onChange={(code) => onChange({ region: code === user?.region ? null : code })} />
      <ChipSelect
        label={t`Age`}
        value={filters.ageRange ?? ''}
        options={ages}
        onChange={(code) => onChange({ ageRange: AGE_RANGES.find((one) => one === code) ?? null })}
      />
      <ChipSelect
        label={t`Language`}
        value={filters.language ?? ''}
        options={[
          { code: '', name: t`Every language` },
          ...languageChoices({ first: user?.languages ?? [], chosen: filters.language, locale: i18n.locale }),
        ]}
        onChange={(code) => onChange({ language: code === '' ? null : code })}
      />
      <Link to="/mode1?show=yours" className={styles.chip}>
        <Trans>Yours</Trans>
      </Link>
    </div>
  );
}

interface Choices {
  /** One's own languages. */
  first: readonly string[];
  chosen: string | null;
  locale: string;
}

/** One's own languages stand in front. */
export function languageChoices({ first, chosen, locale }: Choices): { code: string; name: string }[] {
  const front = [...new Set(chosen === null ? first : [...first, chosen])];
  return [
    ...front.map((code) => ({ code, name: languageName(code, locale) })),
    ...spokenLanguages(locale).filter(({ code }) => !front.includes(code)),
  ];
}

function RegionChip({ region, onChange }: { region: string; onChange: (region: string) => void }) {
  const { t } = useLingui();
  const [state, setState] = useState<'closed' | 'open'>('closed');
  const name = useRegionName(region);
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        data-on=""
        aria-label={name === '' ? t`Region` : t`Region: ${name}`}
        onClick={() => setState('open')}
      >
        <MapPinIcon size={18} weight="fill" />
        <span className={styles.name}>{name === '' ? t`Region` : name}</span>
      </button>
      <RegionDialog
        region={region}
        open={state === 'open'}
        onClose={() => setState('closed')}
        onChange={(code) => {
          setState('closed');
          onChange(code);
        }}
      />
    </>
  );
}

interface RegionDialogProps {
  region: string;
  open: boolean;
  onClose: () => void;
  onChange: (region: string) => void;
}

export function RegionDialog({ region, open, onClose, onChange }: RegionDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Which region?`}>
      <div className={styles.picker}>
        <RegionPicker label={t`Region`} value={region} onChange={onChange} />
      </div>
    </Dialog>
  );
}

interface ChipSelectProps {
  label: string;
  value: string;
  options: readonly { code: string; name: string }[];
  onChange: (code: string) => void;
}

/** The platform's own list, as wide as what is chosen. */
function ChipSelect({ label, value, options, onChange }: ChipSelectProps) {
  const chosen = value === '' ? label : (options.find(({ code }) => code === value)?.name ?? value);
  return (
    <span className={styles.chip} data-on={value === '' ? undefined : ''}>
      <span aria-hidden="true" className={styles.name}>
        {chosen}
      </span>
      <CaretDownIcon size={14} weight="bold" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
