import { useLingui } from '@lingui/react/macro';
import type { Appearance, ColorTheme, Language } from '@yonder/contract';
import type { ReactNode } from 'react';
import type { ChatPreferences } from '../../state/user.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { Calling } from './Calling.tsx';
import { Chatting } from './Chatting.tsx';
import { Devices } from './Devices.tsx';
import { General } from './General.tsx';
import { More } from './More.tsx';
import { Notifying } from './Notifying.tsx';
import styles from './settings.module.css';
import { SkyChoice } from './SkyChoice.tsx';
import { Texts } from './Texts.tsx';

export interface SettingsActions {
  onTheme: (theme: Appearance) => void;
  onColorTheme: (theme: ColorTheme) => void;
  onLanguage: (language: Language) => void;
  onChatPreference: (change: Partial<ChatPreferences>) => void;
  onLogOut: () => Promise<void>;
  /** How notifications stand on this very device. */
  notificationsHere: ReactNode;
}

export function SettingsPage({
  onTheme,
  onColorTheme,
  onChatPreference,
  notificationsHere,
  ...general
}: SettingsActions) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Settings`} back={{ to: '/profile', shown: 'on phones' }} />
      <div className={styles.settings}>
        <div className={styles.looks}>
          <SkyChoice onChoose={onColorTheme} />
          <AppearanceChoice onChoose={onTheme} />
        </div>
        <div className={styles.rows}>
          <General {...general} />
          <Chatting onChange={onChatPreference} />
          <Calling onChange={onChatPreference} />
          <Notifying onChange={onChatPreference} device={notificationsHere} />
          <Devices onLogOut={general.onLogOut} />
          <BlockedPeople />
          <More />
          <Texts />
        </div>
      </div>
    </>
  );
}
