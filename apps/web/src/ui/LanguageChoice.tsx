import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@yonder/contract';
import { LANGUAGE_NAMES } from '../lib/i18n.ts';
import { appStore, useAppState } from '../state/store.ts';
import { changeLanguage } from '../state/transitions.ts';
import { CaretDownIcon, TranslateIcon } from './icons.ts';
import styles from './language-choice.module.css';

/** The language of this device, for visitors without an account. The account's language is in the settings. */
export function LanguageChoice() {
  const { t } = useLingui();
  const language = useAppState((state) => state.language);
  const choose = (value: string): void => {
    const chosen = LANGUAGES.find((one) => one === value);
    if (chosen) appStore.setState((state) => changeLanguage(state, chosen));
  };
  return (
    <span className={styles.choice}>
      <TranslateIcon size={20} />
      <select aria-label={t`Language`} value={language} onChange={({ target }) => choose(target.value)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <CaretDownIcon size={16} />
    </span>
  );
}
