import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAppState } from '../../state/store.ts';
import { Skeleton } from '../Skeleton.tsx';
import text from '../text.module.css';
import { dialled, EVERYWHERE, helpLinesQuery, homeRegion } from './help-lines.ts';
import styles from './safety.module.css';

/** Help for users that fear for another person, or need to talk afterwards. */
export function HelpLines() {
  const { t } = useLingui();
  const { data: lines, isError } = useQuery(helpLinesQuery(useAppState(homeRegion)));
  return (
    <section className={styles.help} aria-label={t`Help`}>
      <p>
        <Trans>
          Is somebody in danger right now? Call the emergency number where they are. And you do not have to carry this
          alone: these people listen, to you as well.
        </Trans>
      </p>
      {isError && (
        <p role="alert">
          <Trans>The lines of your country did not load.</Trans>
        </p>
      )}
      {lines === undefined && !isError && <Skeleton lines={2} label={t`Loading...`} />}
      <ul>
        {lines?.map(({ name, phone, source }) => (
          <li key={phone}>
            <a className={text.link} href={source} target="_blank" rel="noreferrer">
              <bdi>{name}</bdi>
            </a>
            <a className={styles.phone} href={dialled(phone)} aria-label={t`Call ${phone}`}>
              <bdi>{phone}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a className={text.link} href={EVERYWHERE} target="_blank" rel="noreferrer">
            <Trans>Lines in every country</Trans>
          </a>
        </li>
      </ul>
    </section>
  );
}
