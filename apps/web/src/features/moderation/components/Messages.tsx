import { Trans, useLingui } from '@lingui/react/macro';
import type { Evidence } from '@yonder/contract';
import { useShownWords } from '../../../lib/shown-words.ts';
import { timeOfDay } from '../../../lib/when.ts';
import text from '../../../ui/text.module.css';
import { HiddenPicture } from './HiddenPicture.tsx';
import styles from './report.module.css';
import { VoiceClip } from './VoiceClip.tsx';

type Message = Evidence['messages'][number];

/** The conversation as it was: the reported user's messages at the start side, the reporter's at the end. */
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
        <span>{i18n.date(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}</span>
      </span>
    </li>
  );
}

function Content({ message }: { message: Message }) {
  const { type, text: words, mediaUrl } = message;
  const shownWords = useShownWords();
  const fate = useFate(message);
  return (
    <>
      {mediaUrl !== null && (type === 'voice' ? <VoiceClip url={mediaUrl} /> : <HiddenPicture url={mediaUrl} />)}
      {words !== null && words !== '' && <p dir="auto">{type === 'system' ? shownWords(words) : words}</p>}
      {fate !== null && <em>{fate}</em>}
    </>
  );
}

/** What had happened to the message before the report, and whether its content is shown here. Null: nothing. */
function useFate({ text: words, mediaUrl, state }: Message): string | null {
  const { t, i18n } = useLingui();
  const isKept = words !== null || mediaUrl !== null;
  switch (state.kind) {
    case 'shown':
      return null;
    case 'deleted': {
      const time = timeOfDay(state.at, i18n.locale);
      return isKept
        ? t`Deleted by its sender at ${time}`
        : t`Deleted by its sender at ${time}. Nothing of it was kept.`;
    }
    case 'seen':
      return isKept ? t`Seen once by the reporter` : t`Seen once, and gone`;
    case 'expired':
      return t`Never opened, and expired`;
    case 'withdrawn':
      return t`Withdrawn before it was opened`;
    case 'removed':
      return t`Removed by moderators`;
    case 'gone':
      return t`A file that is not there any more`;
    default:
      return state satisfies never;
  }
}
