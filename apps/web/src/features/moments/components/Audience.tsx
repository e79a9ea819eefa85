import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@phosphor-icons/react';
import { AGE_RANGES } from '@yonder/contract';
import type { ReactNode } from 'react';
import type { User } from '../../../state/user.ts';
import { CoveringSelect } from '../../../ui/CoveringSelect.tsx';
import { CaretRightIcon, MapPinIcon, TranslateIcon, UsersIcon } from '../../../ui/icons.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import type { Draft } from '../draft.ts';
import styles from './compose.module.css';
import { languageChoices } from './FilterBar.tsx';
import { RegionButton } from './RegionButton.tsx';

interface AudienceProps {
  user: User;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

/** Chooses region, age range and language of a moment. */
export function Audience({ user, draft, onChange }: AudienceProps) {
  const { t, i18n } = useLingui();
  const languages = languageChoices({ first: user.languages, chosen: draft.language, locale: i18n.locale });
  const ages = [{ code: 'any', name: t`Everybody` }, ...AGE_RANGES.map((code) => ({ code, name: code }))];
  return (
    <>
      <RegionRow region={draft.region} onChange={(region) => onChange({ region })} />
      <ChoiceRow
        icon={UsersIcon}
        label={t`For which age`}
        value={draft.ageRange}
        options={ages}
        onChange={(ageRange) => onChange({ ageRange })}
      />
      <ChoiceRow
        icon={TranslateIcon}
        label={t`Language`}
        value={draft.language}
        options={languages}
        onChange={(language) => onChange({ language })}
      />
    </>
  );
}

function RegionRow({ region, onChange }: { region: string; onChange: (region: string) => void }) {
  const { t } = useLingui();
  const name = useRegionName(region);
  return (
    <RegionButton region={region} className={styles.row} onChange={onChange}>
      <Row icon={MapPinIcon} label={t`Region`}>
        {name === '' ? t`Choose one` : name}
      </Row>
    </RegionButton>
  );
}

interface ChoiceRowProps {
  icon: Icon;
  label: string;
  value: string;
  options: readonly { code: string; name: string }[];
  onChange: (code: string) => void;
}

function ChoiceRow({ icon, label, value, options, onChange }: ChoiceRowProps) {
  return (
    <span className={styles.row}>
      <Row icon={icon} label={label}>
        {options.find(({ code }) => code === value)?.name ?? value}
      </Row>
      <CoveringSelect label={label} value={value} options={options} onChange={onChange} />
    </span>
  );
}

function Row({ icon: Glyph, label, children }: { icon: Icon; label: string; children: ReactNode }) {
  return (
    <>
      <Glyph size={24} />
      <span className={styles.choice}>
        <span>{label}</span>
        <span className={styles.value}>{children}</span>
      </span>
      <CaretRightIcon size={18} data-turns="" />
    </>
  );
}
