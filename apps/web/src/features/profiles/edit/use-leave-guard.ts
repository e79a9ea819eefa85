import { useEffect, useEffectEvent } from 'react';

/** While there is something to lose: links ask first, and the browser asks before the page is closed. */
export function useLeaveGuard(guarded: 'yes' | 'no', ask: (to: string) => void): void {
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    if (guarded === 'no') return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
        return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.hash !== '') return;
      event.preventDefault();
      event.stopPropagation();
      onAsk(link.pathname + link.search);
    };
    window.addEventListener('beforeunload', hold);
    // Before the router hears of the click.
    document.addEventListener('click', follow, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', hold);
      document.removeEventListener('click', follow, { capture: true });
    };
  }, [guarded]);
}
