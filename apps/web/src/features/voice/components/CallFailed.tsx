import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TopBar } from '../../../ui/TopBar.tsx';
import { useCall, useDirectCall } from '../use-call.ts';
import { directCalls, voice } from '../voice.ts';
import styles from './call-bar.module.css';

/**
 * Replaces the call screens when one of them threw: the call goes on, and can be ended. They are tried again once it is over,
 * or when the next one begins.
 */
export function CallFailed({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui();
  const { state } = useCall();
  const direct = useDirectCall();
  const isIdle = state.kind === 'idle' && (direct.kind === 'idle' || direct.kind === 'elsewhere');
  const [first] = useState(isIdle);
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    if (isIdle !== first) again();
  }, [isIdle, first]);
  if (isIdle) return null;
  const rings = state.kind === 'idle' && direct.kind === 'incoming';
  function end(): void {
    if (rings) directCalls.decline();
    else if (state.kind === 'idle') directCalls.cancel();
    else voice.end();
  }
  return (
    <TopBar label={t`Voice Call`}>
      <p className={styles.words} role="alert">{t`Oops! Something went wrong`}</p>
      <Button size="sm" onClick={onAgain}>{t`Show it again`}</Button>
      <Button size="sm" look="stop" onClick={end}>
        {rings ? t`Decline` : t`End call`}
      </Button>
    </TopBar>
  );
}
