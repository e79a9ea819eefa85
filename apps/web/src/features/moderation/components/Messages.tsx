import { Trans, useLingui } from '@lingui/react/macro';
import type { Evidence } from '@yonder/contract';
import { useShownWords } from '../../../lib/shown-words.ts';
import { timeOfDay } from '../../../lib/when.ts';
import text from '../../../ui/text.module.css';
import { HiddenPicture } from './HiddenPicture.tsx';
import styles from './report.module.css';
import { VoiceClip } from './VoiceClip.tsx';

type Message = Evidence['messages'][number];

/** The conversation as it stood: on this side whom it is about, on the other who reported it. */
export function Messages({ messages }: { messages: Evidence['messages'] }) {
  return (
    <div className={styles.evidence}>
      <h3 className={text.label}>
        <Trans>What was said</Trans>
      </h3>
      <ol className={styles.messages}>
        {messages.map((message, place) => (
          // eslint-disable-next-line react/no-array-index-key -- Frozen: nothing comes between them, and they have no names.
          <Line key={place} message={message} />
        ))}
      </ol>
    </div>
  );
}

function Line({ message }: { message: Message }) {
  const { t, i18n } = useLingui();
  const { by, isReported, createdAt } = message;
  const speakers = { reported: t`Reported person`, reporter: t`Reporter`, system: t`System` };
  const who = speakers[by];
  return (
    <li className={styles.message} data-by={by} data-reported={isReported || undefined}>
      <div className={styles.bubble}>
        <span className={text.unseen}>{t`${who}:`} </span>
        <Content message={message} />
      </div>
      <span className={text.caption}>
        {isReported && (
          <>
            <strong className={styles.flag}>{t`This was reported`}</strong>{' '}
          </>
        )}
        {timeOfDay(createdAt, i18n.locale)}
      </span>
    </li>
  );
}

function Content({ message: { type, text: words, mediaUrl } }: { message: Message }) {
  const shownWords = useShownWords();
  const isVoice = type === 'voice';
  return (
    <>
      {mediaUrl !== null && (isVoice ? <VoiceClip url={mediaUrl} /> : <HiddenPicture url={mediaUrl} />)}
      {mediaUrl === null && (isVoice || type === 'image' || type === 'one_time_image') && (
        <em>
          <Trans>A file that is not there any more</Trans>
        </em>
      )}
      {words !== null && words !== '' && <p dir="auto">{type === 'system' ? shownWords(words) : words}</p>}
      {words === null && mediaUrl === null && type === 'text' && (
        <em>
          <Trans>Deleted before the report</Trans>
        </em>
      )}
    </>
  );
}
