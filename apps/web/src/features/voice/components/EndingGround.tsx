import { useLingui } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import type { Ending } from '../call-state.ts';
import { endingText } from '../messages.ts';
import { StageHeading } from './StageHead.tsx';
import styles from './stage.module.css';

/** The sun sets over one sentence; then the page is back. */
export function EndingGround({ state: { how } }: { state: Ending }) {
  const { i18n } = useLingui();
  const { title, body } = endingText(how);
  return (
    <div className={styles.words} role="status">
      <StageHeading className={text.displayL}>{i18n._(title)}</StageHeading>
      <p className={text.lead}>{i18n._(body)}</p>
    </div>
  );
}
