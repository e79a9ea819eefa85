import { useLingui } from '@lingui/react/macro';
import type { Appearance, ColorTheme, Language } from '@yonder/contract';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/error-text.ts';
import type { ChatChange } from '../../state/transitions.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
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
import type { LogOutActions } from './use-log-out.ts';

export interface SettingsActions extends LogOutActions {
  onTheme: (theme: Appearance) => void;
  onColorTheme: (theme: ColorTheme) => void;
  onLanguage: (language: Language) => void;
  /** Rejects with the reason why the switch has gone back. */
  onChatPreference: (change: ChatChange) => Promise<void>;
  /** The setting for notifications on this device. */
  notificationsHere: ReactNode;
}

export function SettingsPage({
  onTheme,
  onColorTheme,
  onChatPreference,
  notificationsHere,
  onLanguage,
  ...leaving
}: SettingsActions) {
  const { t } = useLingui();
  const onChange = (change: ChatChange): void => {
    onChatPreference(change).catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
  };
  return (
    <>
      <PageHeader title={t`Settings`} back={{ to: '/profile', shown: 'on phones' }} />
      <div className={styles.settings}>
        <div className={styles.looks}>
          <SkyChoice onChoose={onColorTheme} />
          <AppearanceChoice onChoose={onTheme} />
        </div>
        <div className={styles.rows}>
          <General onLanguage={onLanguage} {...leaving} />
          <Chatting onChange={onChange} />
          <Calling onChange={onChange} />
          <Notifying onChange={onChange} device={notificationsHere} />
          <Devices {...leaving} />
          <BlockedPeople />
          <More />
          <Texts />
        </div>
      </div>
    </>
  );
}
