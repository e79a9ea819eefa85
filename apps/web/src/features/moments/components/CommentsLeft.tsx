import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { Link } from 'react-router';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import text from '../../../ui/text.module.css';
import { commentsLeftQuery } from '../api/queries.ts';
import { useNewComments } from '../use-new-comments.ts';
import styles from './comments-left.module.css';
import { Domes } from './Domes.tsx';

/** Comments left today, shown on the user's own profile. */
export function CommentsLeft() {
  const { t } = useLingui();
  const when = useNewComments();
  const { data: remaining, isError } = useQuery(commentsLeftQuery);
  if (isError) return null;
  if (remaining === undefined) {
    return (
      <div className={styles.card}>
        <Skeleton label={t`Loading...`} />
      </div>
    );
  }
  const { commentOpportunities: all, callBonus } = FIXED;
  const left = remaining.kind === 'unlimited' ? t`Unlimited` : t`${remaining.left} of ${all}`;
  return (
    <section className={styles.card} aria-labelledby="comments-left">
      <div className={styles.line}>
        <h2 id="comments-left" className={text.strong}>{t`Comments left today`}</h2>
        <p className={text.strong}>{left}</p>
      </div>
      {remaining.kind === 'left' && (
        <>
          <Domes left={remaining.left} />
          <p className={text.caption}>
            {t`Back to ${all}: ${when}. The day’s first voice call that ends with a decision adds ${callBonus}, up to ${all}.`}{' '}
            <Link to="/upgrade" className={text.link}>
              <Trans>Get more</Trans>
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
