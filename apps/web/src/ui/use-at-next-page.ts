import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

/** Runs once the page is another one. Its failure changes nothing. */
export function useAtNextPage(run: () => unknown): void {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const goOn = useEffectEvent(run);
  useEffect(() => {
    if (pathname !== first) void Promise.resolve(goOn()).catch(() => {});
  }, [pathname, first]);
}
