import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { TopBar } from '../../../ui/TopBar.tsx';
import { useCall } from '../use-call.ts';
import { voice } from '../voice.ts';
import styles from './call-bar.module.css';

/** Instead of the screens of calls, when one of them threw: the call goes on, and can be ended. */
export function CallFailed({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui();
  const { state } = useCall();
  if (state.kind === 'idle') return null;
  return (
    <TopBar label={t`Voice Call`}>
      <p className={styles.words} role="alert">{t`Oops! Something went wrong`}</p>
      <Button size="sm" onClick={onAgain}>{t`Show it again`}</Button>
      <Button size="sm" look="stop" onClick={() => voice.end()}>{t`End call`}</Button>
    </TopBar>
  );
}
