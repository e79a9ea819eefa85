import { useEffect, useEffectEvent } from 'react';
import { askBeforeGoing } from '../../../lib/use-go.ts';
import { useBackGuard } from '../../../ui/use-back-guard.ts';

/** Where the user is about to go: back, or to a page. */
export type Leaving = { by: 'back' } | { by: 'link'; to: string };

/**
 * While on, links, Back and navigation by code ask first, and the browser asks before the page closes. Returns a
 * function that goes back, to be called once the guard is off.
 */
export function useLeaveGuard(guard: 'on' | 'off', ask: (leaving: Leaving) => void): () => void {
  const onAsk = useEffectEvent(ask);
  const takeBack = useBackGuard(() => ask({ by: 'back' }), guard);
  useEffect(() => {
    if (guard === 'off') return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
        return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.hash !== '') return;
      event.preventDefault();
      event.stopPropagation();
      onAsk({ by: 'link', to: link.pathname + link.search });
    };
    const stopAsking = askBeforeGoing((to) => onAsk({ by: 'link', to }));
    window.addEventListener('beforeunload', hold);
    // In the capture phase, before the router handles the click.
    document.addEventListener('click', follow, { capture: true });
    return () => {
      stopAsking();
      window.removeEventListener('beforeunload', hold);
      document.removeEventListener('click', follow, { capture: true });
    };
  }, [guard]);
  return takeBack;
}
