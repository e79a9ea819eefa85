import { useLingui } from '@lingui/react/macro';
import { useAppState } from '../../state/store.ts';
import type { ChatChange } from '../../state/transitions.ts';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { Switch } from '../../ui/Switch.tsx';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

interface ChattingProps {
  onChange: (change: ChatChange) => void;
}

/** Read receipts, typing indicator and the Enter key. */
export function Chatting({ onChange }: ChattingProps) {
  const { t } = useLingui();
  const { readReceipts, typingIndicator, enterSends } = useAppState(
    ({ user }) => user?.preferences ?? DEFAULT_PREFERENCES,
  );
  return (
    <section className={styles.general} aria-labelledby="chatting">
      <h2 id="chatting" className={text.title}>{t`Chats`}</h2>
      <Switch
        checked={readReceipts}
        onChange={({ target }) => onChange({ readReceipts: target.checked })}
        hint={t`If you do not show it, you do not see it either.`}
      >
        {t`Show what I have read`}
      </Switch>
      <Switch
        checked={typingIndicator}
        onChange={({ target }) => onChange({ typingIndicator: target.checked })}
        hint={t`If you do not show it, you do not see it either.`}
      >
        {t`Show when I am typing`}
      </Switch>
      <Switch
        checked={enterSends}
        onChange={({ target }) => onChange({ enterSends: target.checked })}
        hint={
          enterSends
            ? t`Shift+Enter begins a new line, Ctrl+Enter sends everywhere.`
            : t`Shift+Enter and Ctrl+Enter send.`
        }
      >
        {t`Enter sends`}
      </Switch>
    </section>
  );
}
