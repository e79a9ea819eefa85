import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Loads the component anew and shows it; rejects where it does not come this time either. */
export type Again = () => Promise<void>;

interface LaterOptions<Props> {
  /** Stands in its place while its scripts come. */
  waiting?: ReactNode;
  /** Stands in its place when they did not come, or it threw. */
  failed: (again: Again, props: Props) => ReactNode;
}

/**
 * A part of a page whose scripts come when it is shown, with a boundary of its own: what fails in it takes nothing else
 * along. A failed load is not remembered, as `lazy` alone would.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, failed }: LaterOptions<Props>,
) {
  const { Loaded, ask, forget } = loadedLater(load);
  function Later(props: Props) {
    return (
      <ErrorBoundary renderInstead={(reset) => failed(() => ask().then(reset), props)} onLeave={forget}>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(Later, { ask });
}

/**
 * A component that suspends until its scripts are there. Unlike what `lazy` makes it is shown at once when they are:
 * React keeps whatever it had to wait for hidden for 300 ms.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  // React keeps the failure of a lazy component for good.
  let Suspended = lazy(async () => ({ default: await ask() }));

  function ask(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (loaded) => (ready = loaded),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  function forget(): void {
    Suspended = lazy(async () => ({ default: await ask() }));
  }
  function Loaded(props: Props) {
    const [Shown] = useState(() => ready ?? Suspended);
    return <Shown {...props} />;
  }
  return { Loaded, ask, forget };
}
