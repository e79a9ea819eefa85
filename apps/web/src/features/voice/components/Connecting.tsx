import { Trans } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { Controls } from './Controls.tsx';
import { HearButton } from './HearButton.tsx';
import styles from './stage.module.css';
export { TalkHead as ConnectingHead } from './Talk.tsx';

export function ConnectingGround({ state }: { state: Calling }) {
  return (
    <>
      <div className={styles.words}>
        <p className={text.displayL} role="status">
          <Trans>Someone is here</Trans>
        </p>
        <p className={text.lead}>
          <Trans>Connecting your voices…</Trans>
        </p>
      </div>
      <div className={styles.actions}>
        <HearButton />
        <Controls muted={state.muted} canEnd end="cancel" />
      </div>
    </>
  );
}
