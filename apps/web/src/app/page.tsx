import { lazy, useEffect, useState, type ComponentType } from 'react';
import { after } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** Longer than this nothing waits for a page. */
const PATIENCE_MS = 2_000;

const shown = Promise.withResolvers<void>();

/**
 * A page whose scripts come when it is opened, or is about to be. Unlike what `lazy` makes it is there at once when they
 * are: React keeps whatever it had to wait for hidden for 300 ms.
 */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
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
  const Later = lazy(async () => ({ default: await ask() }));
  function Opened(props: Props) {
    const [Page] = useState(() => ready ?? Later);
    // It follows the page's own: what the page asks for is on its way then.
    useEffect(() => shown.resolve(), []);
    return <Page {...props} />;
  }
  return Object.assign(Opened, { ask });
}

/** Once the first page is there and has the answers to what it asks: what goes on above the pages does not hold it up. */
export function pageReady(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopWaiting = after(PATIENCE_MS, resolve);
  // The answers are drawn, which may be done in steps, and painted before anything else is asked for.
  void shown.promise.then(() => whenAnswered(() => requestAnimationFrame(() => whenIdle(resolve))));
  return promise.finally(stopWaiting);
}

function whenAnswered(run: () => void): void {
  if (queryClient.isFetching() === 0) return run();
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return;
    stop();
    run();
  });
}
