import { Trans, useLingui } from '@lingui/react/macro';
import type { Notification } from '@yonder/contract';
import { Link } from 'react-router';
import { listTime, timeOfDay } from '../../../lib/when.ts';
import row from '../../../ui/row.module.css';
import text from '../../../ui/text.module.css';
import { markRead } from '../api/notifications.ts';
import { pathOf } from '../kinds.ts';
import { useWords } from '../use-words.ts';
import { Face } from './Face.tsx';
import styles from './notifications.module.css';

/** What happened and when. The whole row is a link, and following it marks the notification as read. */
export function NotificationRow({ notification, now }: { notification: Notification; now: number }) {
  const { title, body } = useWords()(notification);
  const { isRead, createdAt, kind, person } = notification;
  const isName = kind === 'message' && person !== null;
  return (
    <li>
      <Link
        to={pathOf(notification) ?? '/notifications'}
        className={styles.row}
        data-unread={!isRead || undefined}
        onClick={() => markRead([notification])}
      >
        <Face notification={notification} />
        <span className={`${row.words} ${styles.words}`}>
          <span className={row.line}>
            <strong className={row.name} dir="auto" translate={isName ? 'no' : undefined}>
              {title}
            </strong>
            <Time at={createdAt} now={now} />
          </span>
          <span className={row.line}>
            <span className={row.said} dir="auto">
              {body}
            </span>
            {!isRead && (
              <span className={styles.mark}>
                <span className={text.unseen}>
                  <Trans>Unread</Trans>
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Without the day, which the section's heading shows. */
function Time({ at, now }: { at: number; now: number }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return (
    <time className={row.time} dateTime={new Date(at).toISOString()}>
      {listTime({ at, now, locale }).kind === 'now' ? <Trans>now</Trans> : timeOfDay(at, locale)}
    </time>
  );
}
