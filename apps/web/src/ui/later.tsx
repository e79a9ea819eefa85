import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { monotonic } from '../lib/clock.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useAtNextPage } from './use-at-next-page.ts';

/** Loads the component anew and shows it; rejects where it does not come this time either. */
export type Again = () => Promise<void>;

/** Its scripts did not come, or it threw while it was drawn. */
export type FailureReason = 'not loaded' | 'threw';

interface LaterOptions<Props> {
  /** Stands in its place while its scripts come. */
  waiting?: ReactNode;
  /** Stands in its place when they did not come, or it threw; without it nothing does until the next page, which tries again. */
  failed?: (again: Again, props: Props, reason: FailureReason) => ReactNode;
}

/**
 * A part of a page whose scripts come when it is shown, with a boundary of its own: what fails in it takes nothing else
 * along. A failed load is not remembered, as `lazy` alone would.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, failed = (again) => <FailedQuietly again={again} /> }: LaterOptions<Props> = {},
) {
  const { Loaded, ask, forget, isLoaded } = loadedLater(load);
  function Later(props: Props) {
    const renderFailed = (reset: () => void): ReactNode =>
      failed(() => ask().then(reset), props, isLoaded() ? 'threw' : 'not loaded');
    return (
      <ErrorBoundary renderInstead={renderFailed} onCaught={forget}>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(Later, { ask });
}

function FailedQuietly({ again }: { again: Again }) {
  useAtNextPage(again);
  return null;
}

/** React draws what has failed to load within this time. Later than that it is drawn for the first time, and asks anew. */
const FAILURE_MS = 1_000;

/**
 * A component that suspends until its scripts are there. Unlike what `lazy` makes it is shown at once when they are:
 * React keeps whatever it had to wait for hidden for 300 ms.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let failedAt = Infinity;
  // React keeps the failure of a lazy component for good.
  let Suspended = lazy(async () => ({ default: await ask() }));

  function ask(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (loaded) => (ready = loaded),
      (error: unknown) => {
        loading = undefined;
        failedAt = monotonic();
        throw error;
      },
    );
    return loading;
  }
  /** Those that are shown from now on load it anew. */
  function forget(): void {
    failedAt = Infinity;
    Suspended = lazy(async () => ({ default: await ask() }));
  }
  function Loaded(props: Props) {
    const [Shown] = useState(() => {
      // One that was left while it loaded: its failure was never shown.
      if (monotonic() - failedAt > FAILURE_MS) forget();
      return ready ?? Suspended;
    });
    return <Shown {...props} />;
  }
  return { Loaded, ask, forget, isLoaded: () => ready !== undefined };
}
