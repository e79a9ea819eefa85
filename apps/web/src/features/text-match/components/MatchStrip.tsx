import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatRoom, TextMatch } from '@yonder/contract';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { feel } from '../../../ui/haptics.ts';
import text from '../../../ui/text.module.css';
import { matching } from '../text.ts';
import { useMatch, useMatching } from '../use-matching.ts';
import { EndDialog } from './EndDialog.tsx';
import styles from './match.module.css';
import { RevealDialog } from './RevealDialog.tsx';

/** Under the header of an anonymous room: the decision, and the moment when both have made it. */
export function MatchStrip({ room }: { room: ChatRoom }) {
  const match = useMatch(room.id);
  const { revealed } = useMatching();
  if (revealed === room.id && !room.isAnonymous) {
    return <RevealDialog other={room.other} onClose={() => matching.revealSeen()} />;
  }
  return match?.state === 'active' ? <Deciding match={match} /> : null;
}

function Deciding({ match }: { match: TextMatch }) {
  const { t } = useLingui();
  const [ending, setEnding] = useState<'no' | 'asked'>('no');
  const [sending, setSending] = useState<'none' | 'like'>('none');
  const { chatRoomId, yourDecision } = match;

  async function like(): Promise<void> {
    feel('like');
    setSending('like');
    await matching.decide(chatRoomId, 'like');
    setSending('none');
  }
  return (
    <section className={styles.strip} aria-label={t`Text match`}>
      <p className={styles.says} role="status">
        <Says match={match} />
      </p>
      <div className={styles.controls}>
        {yourDecision === null && (
          <Button look="go" size="sm" busy={sending === 'like'} onClick={() => void like()}>{t`Like`}</Button>
        )}
        <Button look="stop" size="sm" onClick={() => setEnding('asked')}>{t`End chat`}</Button>
      </div>
      <EndDialog
        open={ending === 'asked'}
        onClose={() => setEnding('no')}
        onEnd={() => {
          setEnding('no');
          void matching.decide(chatRoomId, 'dislike');
        }}
      />
    </section>
  );
}

function Says({ match: { otherPresence, yourDecision, interestsInCommon } }: { match: TextMatch }) {
  if (otherPresence === 'reconnecting') return <Trans>They are reconnecting…</Trans>;
  if (yourDecision === 'like') {
    return <Trans>You like them. They see it once they like you too.</Trans>;
  }
  return (
    <>
      <Trans>If you both like each other, you see each other’s names.</Trans>
      {interestsInCommon.length > 0 && <InCommon interests={interestsInCommon} />}
    </>
  );
}

function InCommon({ interests }: { interests: readonly string[] }) {
  const { i18n } = useLingui();
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(interests);
  return (
    <span className={text.caption} dir="auto">
      <Trans>You share: {list}</Trans>
    </span>
  );
}
