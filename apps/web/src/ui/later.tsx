import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { monotonic } from '../lib/clock.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useAtNextPage } from './use-at-next-page.ts';

/** Loads the component anew and shows it; rejects if it fails again. */
export type Again = () => Promise<void>;

/** Its scripts failed to load, or it threw while rendering. */
export type FailureReason = 'not loaded' | 'threw';

interface LaterOptions<Props> {
  /** Shown while the scripts load. */
  waiting?: ReactNode;
  /**
   * Shown when the scripts failed to load or the component threw; by default nothing, with a retry on the next page.
   */
  failed?: (again: Again, props: Props, reason: FailureReason) => ReactNode;
}

/**
 * A part of a page that loads its scripts when it is shown. Its own error boundary contains failures, and a failed load
 * is retried, unlike with `lazy` alone.
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

/** React renders a failed load within this time. A later render is a first one, and loads anew. */
const FAILURE_MS = 1_000;

/**
 * A component that suspends until its scripts are loaded. Unlike with `lazy`, a component already loaded renders at
 * once: React hides suspended content for 300 ms.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let failedAt = Infinity;
  // React keeps the failure of a lazy component forever.
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
  /** Components mounted from now on load anew. */
  function forget(): void {
    failedAt = Infinity;
    Suspended = lazy(async () => ({ default: await ask() }));
  }
  function Loaded(props: Props) {
    const [Shown] = useState(() => {
      // It was unmounted while loading, so its failure was never shown.
      if (monotonic() - failedAt > FAILURE_MS) forget();
      return ready ?? Suspended;
    });
    return <Shown {...props} />;
  }
  return { Loaded, ask, forget, isLoaded: () => ready !== undefined };
}
