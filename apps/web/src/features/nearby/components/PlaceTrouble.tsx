import { Plural, useLingui } from '@lingui/react/macro';
import { CallError } from '@yonder/client';
import { errorText } from '../../../lib/error-text.ts';
import type { usePlace } from '../use-place.ts';
import styles from './nearby.module.css';

/** Why the position could not be shared, and what to do about it. */
export function PlaceTrouble({ placing: { data, error } }: { placing: ReturnType<typeof usePlace> }) {
  const { t } = useLingui();
  const texts = {
    found: null,
    'given up': null,
    denied: t`Your browser does not tell us where you are. Allow location for this site in its settings, then try again.`,
    unavailable: t`This device does not know where it is right now. Check that location is switched on, then try again.`,
    timeout: t`Finding your place took too long. Please try again, maybe nearer to a window.`,
  };
  const minutes = minutesToWait(error);
  return (
    <p className={styles.trouble} role="alert">
      <span>{error ? errorText(error) : data && texts[data]}</span>
      {minutes !== null && (
        <>
          {' '}
          <Plural value={minutes} one="Please try again in a minute." other="Please try again in # minutes." />
        </>
      )}
    </p>
  );
}

/** Null: no wait is needed. */
function minutesToWait(error: Error | null): number | null {
  const seconds = error instanceof CallError ? error.retryAfter : null;
  return seconds == null ? null : Math.ceil(seconds / 60);
}
