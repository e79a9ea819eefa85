import { lazy, useEffect, type ComponentType } from 'react';
import { after } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';

/** Longer than this nothing waits for a page. */
const PATIENCE_MS = 2_000;

const shown = Promise.withResolvers<void>();

/** A page whose scripts come when it is opened. */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const Page = await load();
    // Its effect follows those of the page: what the page asks for is on its way then.
    function Shown(props: Props) {
      useEffect(() => shown.resolve(), []);
      return <Page {...props} />;
    }
    return { default: Shown };
  });
}

/** Once the first page is there and has the answers to what it asks: what goes on above the pages does not hold it up. */
export function pageReady(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopWaiting = after(PATIENCE_MS, resolve);
  // The answers are painted before anything else is asked for.
  void shown.promise.then(() => whenAnswered(() => requestAnimationFrame(() => after(0, resolve))));
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
