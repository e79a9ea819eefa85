import type { ReactNode } from 'react';
import { errorText } from '../lib/error-text.ts';
import { Button } from './Button.tsx';
import styles from './more-button.module.css';

interface MoreButtonProps {
  /** A paged list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
  children: ReactNode;
}

/** Loads the next page of a list; a failure shows its reason and can be retried. */
export function MoreButton({ list, children }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && list.error !== null && (
        <p className={styles.error} role="alert">
          {errorText(list.error)}
        </p>
      )}
      <Button look="line" size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
