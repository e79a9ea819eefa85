import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

/** Runs after a navigation to another page. A failure is ignored. */
export function useAtNextPage(run: () => unknown): void {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const goOn = useEffectEvent(run);
  useEffect(() => {
    if (pathname !== first) void Promise.resolve(goOn()).catch(() => {});
  }, [pathname, first]);
}
