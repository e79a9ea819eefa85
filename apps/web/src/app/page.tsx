import { useEffect, type ComponentType } from 'react';
import { after } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { loadedLater, type Again } from '../ui/later.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { useAtNextPage } from '../ui/use-at-next-page.ts';

/** Longer than this nothing waits for a page. */
const PATIENCE_MS = 2_000;

const shown = Promise.withResolvers<void>();

/** A page whose scripts come when it is opened, or is about to be. One that did not come is asked for anew at the next visit. */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { Loaded, ask, forget } = loadedLater(load);
  function Opened(props: Props) {
    // It follows the page's own: what the page asks for is on its way then.
    useEffect(() => shown.resolve(), []);
    return (
      <ErrorBoundary renderInstead={(reset) => <PageFailed again={() => ask().then(reset)} />} onCaught={forget}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(Opened, { ask });
}

/** The way on tries anew, also where it leads to another page of the kind. */
function PageFailed({ again }: { again: Again }) {
  useAtNextPage(again);
  return <ErrorPage />;
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
