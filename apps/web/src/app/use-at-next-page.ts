import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

/** Runs once somebody goes on to another page. Its failure changes nothing. */
export function useAtNextPage(run: () => unknown): void {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const goOn = useEffectEvent(run);
  useEffect(() => {
    if (pathname !== first) void Promise.resolve(goOn()).catch(() => {});
  }, [pathname, first]);
}
