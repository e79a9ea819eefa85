import { useLingui } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import type { Ending } from '../call-state.ts';
import { StageHeading } from './StageHead.tsx';
import styles from './stage.module.css';

/** Quiet: the sun sets, a sentence, and the page is back. */
export function EndingGround({ state: { how } }: { state: Ending }) {
  const words = useEndingWords(how);
  return (
    <div className={styles.words} role="status">
      <StageHeading className={text.displayL}>{words.title}</StageHeading>
      <p className={text.lead}>{words.lead}</p>
    </div>
  );
}

function useEndingWords(how: Ending['how']): { title: string; lead: string } {
  const { t } = useLingui();
  switch (how) {
    case 'disliker':
      return { title: t`Not a match. Call will end.`, lead: t`Someone else is out there.` };
    case 'unmatched':
      return { title: t`Unmatch, Call will End in 3s`, lead: t`Someone else is out there.` };
    case 'other-left':
      return { title: t`Call ended`, lead: t`Other party has left` };
    case 'connection-lost':
      return { title: t`Call ended`, lead: t`The connection did not come back.` };
    default:
      return how satisfies never;
  }
}
