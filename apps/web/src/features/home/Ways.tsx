import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@phosphor-icons/react';
import { FIXED, type Output } from '@yonder/contract';
import { Link } from 'react-router';
import { CaretRightIcon, ChatCircleIcon, MapPinIcon, NotePencilIcon } from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import styles from './ways.module.css';

/** The three modes besides the call: rows on phones, ruled columns on wide screens. */
export function Ways({ facts }: { facts: Output<'getHome'> | undefined }) {
  const { t } = useLingui();
  const { waitingToText = 0, momentsInRegion = null, peopleNearby = null } = facts ?? {};
  /** Counting stops at this number, so the text says "or more". */
  function momentsFact(count: number | null): string | null {
    if (count === null || count === 0) return null;
    if (count === FIXED.momentsCounted) return t`${count} or more moments in your region`;
    return t`${plural(count, { one: '# moment in your region', other: '# moments in your region' })}`;
  }
  function nearbyFact(count: number | null): string | null {
    if (count === null || count === 0) return null;
    if (count === FIXED.neighbours) return t`${count} or more people nearby`;
    return t`${plural(count, { one: '# person nearby', other: '# people nearby' })}`;
  }
  return (
    <ul className={styles.ways}>
      <Way
        mode="mode3"
        to="/mode3"
        icon={ChatCircleIcon}
        title={t`Chat Magic`}
        fact={
          waitingToText > 0
            ? t`${plural(waitingToText, { one: '# person is waiting', other: '# people are waiting' })}`
            : null
        }
        short={t`Instant messaging with strangers`}
        long={t`Instant messaging with strangers. You land in a chat together; either of you can end it.`}
      />
      <Way
        mode="mode1"
        to="/mode1"
        icon={NotePencilIcon}
        title={t`Daily Moments`}
        fact={momentsFact(momentsInRegion)}
        short={t`Share your story with the world`}
        long={t`Share your story with the world. A moment lives for a day, and who answers it may become a chat.`}
      />
      <Way
        mode="mode4"
        to="/nearby"
        icon={MapPinIcon}
        title={t`Explore Nearby`}
        fact={nearbyFact(peopleNearby)}
        short={t`Find local connections`}
        long={t`Find local connections. Your exact place is never shown.`}
      />
    </ul>
  );
}

interface WayProps {
  mode: 'mode1' | 'mode3' | 'mode4';
  to: string;
  icon: Icon;
  title: string;
  /** A current count in words; null: nothing to show. */
  fact: string | null;
  /** One line for a row; `long` is for a column. */
  short: string;
  long: string;
}

function Way({ mode, to, icon: Glyph, title, fact, short, long }: WayProps) {
  return (
    <li className={styles.way}>
      <Link to={to} className={styles.link}>
        <span className={styles.arch} data-mode={mode}>
          <Glyph size={24} weight="fill" />
        </span>
        <div className={styles.words}>
          <h2 className={text.title}>{title}</h2>
          <p className={styles.short} data-live={fact === null ? undefined : ''}>
            {fact ?? short}
          </p>
        </div>
        <CaretRightIcon size={20} data-turns="" />
      </Link>
      <p className={styles.long}>{long}</p>
      {fact !== null && <p className={styles.fact}>{fact}</p>}
    </li>
  );
}
