import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** A new page begins at its top; going back leaves the scroll to the browser. */
export function TopOnNavigation() {
  const { pathname } = useLocation();
  return <Top key={pathname} />;
}

function Top() {
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [type]);
  return null;
}
