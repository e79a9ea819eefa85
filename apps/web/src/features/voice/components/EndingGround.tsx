import { useLingui } from '@lingui/react/macro';
import { toVisibleText } from '@yonder/contract';
import { appStore } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import text from '../../../ui/text.module.css';
import type { Ending } from '../call-state.ts';
import { endingText } from '../messages.ts';
import { startCall, voice } from '../voice.ts';
import { StageHeading } from './StageHead.tsx';
import styles from './stage.module.css';

/** Quiet: the sun sets, a sentence, and the page is back. */
export function EndingGround({ state: { how, call } }: { state: Ending }) {
  const { i18n, t } = useLingui();
  const { title, body } = endingText(how);
  return (
    <>
      <div className={styles.words} role="status">
        <StageHeading className={text.displayL}>{i18n._(title)}</StageHeading>
        <p className={text.lead}>{i18n._(body)}</p>
      </div>
      {call.kind === 'anonymous' && (
        <Button look="go" width="full" onClick={findSomeoneNew}>{t`Find someone new`}</Button>
      )}
    </>
  );
}

/** Without waiting for the screen to go. */
function findSomeoneNew(): void {
  voice.end();
  startCall(toVisibleText(appStore.getState().callTopic, 'line'));
}
