import { after } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';

/** Longer than this nothing waits for a page. */
const PATIENCE_MS = 2_000;

let latest: Promise<unknown> = Promise.resolve();

/** The scripts of a page that is to be shown. */
export function pageScripts<T>(scripts: Promise<T>): Promise<T> {
  latest = scripts;
  return scripts;
}

/** Once that page has its scripts and the answers to what it asks with them: what goes on above it does not hold it up. */
export function pageReady(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopWaiting = after(PATIENCE_MS, resolve);
  void latest
    .catch(() => {})
    // It asks in the render that follows.
    .then(() => requestAnimationFrame(() => requestAnimationFrame(() => whenAnswered(resolve))));
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
