import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

interface AskedListProps<Item> {
  query: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Text for an empty list. */
  none?: string;
  row: ComponentType<{ item: Item }>;
  idOf: (item: Item) => string;
}

/** A list in the settings: loading, failed, empty or ready. */
export function AskedList<Item>({
  query: { data, error, isFetching, refetch },
  none,
  row: Row,
  idOf,
}: AskedListProps<Item>) {
  const { t } = useLingui();
  if (data?.length === 0) return <p className={`${text.muted} ${styles.asked}`}>{none}</p>;
  if (data) {
    return (
      <ul>
        {data.map((item) => (
          <Row key={idOf(item)} item={item} />
        ))}
      </ul>
    );
  }
  if (error === null) {
    return (
      <div className={styles.asked}>
        <Skeleton lines={2} label={t`Loading...`} />
      </div>
    );
  }
  return (
    <>
      <p className={text.muted}>{errorText(error)}</p>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}
