import { Trans, useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language } from '@yonder/contract';
import { useStore } from 'zustand';
import { LANGUAGE_NAMES } from '../../lib/i18n.ts';
import { chooseShortcuts, shortcutsStore } from '../../state/shortcuts.ts';
import { useAppState } from '../../state/store.ts';
import { Switch } from '../../ui/Switch.tsx';
import { CaretDownIcon, SignOutIcon, TranslateIcon } from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import { LaterLogOutDialog } from './LaterLogOutDialog.tsx';
import type { SettingsActions } from './SettingsPage.tsx';
import styles from './settings.module.css';
import { useLogOut, type LogOutActions } from './use-log-out.ts';

export function General({ onLanguage, ...leaving }: Pick<SettingsActions, 'onLanguage'> & LogOutActions) {
  return (
    <section className={styles.general} aria-labelledby="general">
      <h2 id="general" className={text.title}>
        <Trans>General</Trans>
      </h2>
      <LanguageRow onLanguage={onLanguage} />
      <ShortcutsRow />
      <LogOutRow {...leaving} />
    </section>
  );
}

/** The row is a native select; the chosen language stands at its end. */
function LanguageRow({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const { t } = useLingui();
  const language = useAppState((state) => state.language);
  const choose = (value: string): void => {
    const chosen = LANGUAGES.find((one) => one === value);
    if (chosen) onLanguage(chosen);
  };
  return (
    <label className={styles.row}>
      <TranslateIcon size={24} />
      <span className={styles.name}>{t`Language`}</span>
      <select value={language} onChange={(event) => choose(event.target.value)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <CaretDownIcon size={18} />
    </label>
  );
}

function ShortcutsRow() {
  const { t } = useLingui();
  const choice = useStore(shortcutsStore);
  return (
    <Switch
      checked={choice === 'on'}
      onChange={({ target }) => chooseShortcuts(target.checked ? 'on' : 'off')}
      hint={t`Single keys, on this device. The question mark shows them all.`}
    >
      {t`Keyboard shortcuts`}
    </Switch>
  );
}

function LogOutRow({ onLogOut, findUnsent }: LogOutActions) {
  const leaving = useLogOut({ logOut: onLogOut, findUnsent, asks: 'where something is lost' });
  return (
    <>
      <button
        type="button"
        className={styles.row}
        data-tone="negative"
        disabled={leaving.isBusy}
        onClick={leaving.press}
      >
        <SignOutIcon size={24} data-turns="" />
        <Trans>Log out</Trans>
      </button>
      {leaving.asked && <LaterLogOutDialog from="here" {...leaving.asked} {...leaving.dialog} />}
    </>
  );
}
