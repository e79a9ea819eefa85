import { useEffect, type ComponentType } from 'react';
import { after } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { loadedLater, type Again } from '../ui/later.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { useAtNextPage } from '../ui/use-at-next-page.ts';

/** The longest wait for the first page. */
const PATIENCE_MS = 2_000;

const shown = Promise.withResolvers<void>();

/** A page that loads its scripts when it is opened or about to be. A failed load is retried at the next visit. */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { Loaded, ask, forget } = loadedLater(load);
  function Opened(props: Props) {
    // Runs after the page's own effects, so the page's requests are under way by now.
    useEffect(() => shown.resolve(), []);
    return (
      <ErrorBoundary renderInstead={(reset) => <PageFailed again={() => ask().then(reset)} />} onCaught={forget}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(Opened, { ask });
}

/** Retries at the next navigation, also to another page that failed. */
function PageFailed({ again }: { again: Again }) {
  useAtNextPage(again);
  return <ErrorPage />;
}

/** Resolves once the first page is shown and its requests are answered, so that the overlays do not delay it. */
export function pageReady(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopWaiting = after(PATIENCE_MS, resolve);
  // The answers may render in several steps; they are painted before anything else is requested.
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
