import { Trans, useLingui } from '@lingui/react/macro';
import text from '../../ui/text.module.css';
import { CallPicture, type CallMoment } from './CallPicture.tsx';
import styles from './stats.module.css';

/** How a call goes, in four numbers that hold for every call. */
export function Stats() {
  const { t } = useLingui();
  const facts: readonly (readonly [CallMoment, string, string])[] = [
    ['begun', t`0:05`, t`After five seconds either of you may leave. No reason needed.`],
    ['over', t`5:00`, t`Then the sound stops and you both decide, separately.`],
    ['deciding', t`15s`, t`to choose Like or Dislike. Silence counts as a no.`],
    ['liked', t`2 likes`, t`and the call goes on, photos appear and a chat opens.`],
  ];
  return (
    <section className={styles.stats} aria-labelledby="stats">
      <h2 id="stats" className={text.displayL}>
        <Trans>One call, minute by minute</Trans>
      </h2>
      <ol className={styles.facts}>
        {facts.map(([moment, number, meaning]) => (
          <li key={moment}>
            <CallPicture moment={moment} />
            <strong>{number}</strong>
            <p>{meaning}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
