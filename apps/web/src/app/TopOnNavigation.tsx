import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { WIDE } from '../ui/use-wide.ts';

/** Pages with a list beside the chosen item: the chats and the cases. */
const LISTS = [/^\/chats?(?:\/|$)/, /^\/moderation(?:\/|$)/];
const STILL = '(prefers-reduced-motion: reduce)';
const DAWN_MS = 160;

/** Scrolls a new page to its top; going back leaves the scroll to the browser. */
export function TopOnNavigation() {
  const { pathname } = useLocation();
  useDawn(pathname);
  return <Top key={pathname} />;
}

function Top() {
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [type]);
  return null;
}

/** Fades a new page in. The page can be used from its first frame: nothing waits and nothing moves. */
function useDawn(pathname: string): void {
  const before = useRef(pathname);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = pathname;
    if (from === pathname || window.matchMedia(STILL).matches) return;
    // A list that stays on the screen does not fade.
    const stays = LISTS.some((list) => list.test(from) && list.test(pathname));
    if (stays && window.matchMedia(WIDE).matches) return;
    document.querySelector('main')?.animate([{ opacity: 0.25 }, { opacity: 1 }], DAWN_MS);
  }, [pathname]);
}
