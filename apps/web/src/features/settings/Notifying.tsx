import { useLingui } from '@lingui/react/macro';
import type { Preferences } from '@yonder/contract';
import type { ReactNode } from 'react';
import { useAppState } from '../../state/store.ts';
import type { ChatChange } from '../../state/transitions.ts';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { Switch, SwitchBox } from '../../ui/Switch.tsx';
import text from '../../ui/text.module.css';
import styles from './notifying.module.css';
import settings from './settings.module.css';

interface NotifyingProps {
  onChange: (change: ChatChange) => void;
  /** The setting for this device's notifications. */
  device: ReactNode;
}

/** Which notifications are shown, where, and with what sound and vibration. */
export function Notifying({ onChange, device }: NotifyingProps) {
  const { t } = useLingui();
  const preferences = useAppState(({ user }) => user?.preferences ?? DEFAULT_PREFERENCES);
  const { inApp, previews, vibration } = preferences;
  return (
    <section className={settings.general} aria-labelledby="notifying">
      <h2 id="notifying" className={text.title}>{t`Notifications`}</h2>
      {device}
      <Topics preferences={preferences} onChange={onChange} />
      <Switch
        checked={previews}
        onChange={({ target }) => onChange({ previews: target.checked })}
        hint={t`Switched off, a locked screen tells nobody who wrote what.`}
      >
        {t`Names and words in push notifications`}
      </Switch>
      <Switch
        checked={inApp.sounds}
        onChange={({ target }) => onChange({ inApp: { sounds: target.checked } })}
        hint={t`When something arrives. Never while you are in a call.`}
      >
        {t`Sounds`}
      </Switch>
      <Switch
        checked={vibration}
        onChange={({ target }) => onChange({ vibration: target.checked })}
        hint={t`On devices that can, and when someone calls.`}
      >
        {t`Vibration`}
      </Switch>
    </section>
  );
}

type Topic = keyof Preferences['push'];

/** One row per topic: in the app, and pushed while it is closed. Moderators' decisions always show in the app. */
function Topics({
  preferences: { inApp, push },
  onChange,
}: Omit<NotifyingProps, 'device'> & { preferences: Preferences }) {
  const { t } = useLingui();
  const here = (topic: Topic) => {
    if (topic === 'moderation') return null;
    return { checked: inApp[topic], change: (to: boolean) => onChange({ inApp: { [topic]: to } }) };
  };
  const there = (topic: Topic) => ({
    checked: push[topic],
    change: (to: boolean) => onChange({ push: { [topic]: to } }),
  });
  const rows: readonly (readonly [topic: Topic, name: string])[] = [
    ['messages', t`Messages`],
    ['matches', t`Matches`],
    ['calls', t`Calls`],
    ['comments', t`Comments`],
    ['moderation', t`Decisions about my account`],
  ];
  return (
    <table className={styles.topics}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t`In the app`}</th>
          <th scope="col">{t`Push`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([topic, name]) => (
          <tr key={topic}>
            <th scope="row">{name}</th>
            <Cell name={t`${name}, in the app`} state={here(topic)} always={t`Always`} />
            <Cell name={t`${name}, push`} state={there(topic)} always={t`Always`} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  name: string;
  /** Null: it cannot be switched off. */
  state: { checked: boolean; change: (to: boolean) => void } | null;
  always: string;
}

function Cell({ name, state, always }: CellProps) {
  return (
    <td>
      {state === null ? (
        <span className={text.caption}>{always}</span>
      ) : (
        <SwitchBox aria-label={name} checked={state.checked} onChange={({ target }) => state.change(target.checked)} />
      )}
    </td>
  );
}
