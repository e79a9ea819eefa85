import { useEffect, type RefObject } from 'react';

/** While it is there, the pages behind cannot be reached; afterwards the focus goes back to where it was. */
export function useFront(front: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = front.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    const behind = previousSiblings(element).filter((one) => !one.inert);
    for (const one of behind) one.inert = true;
    return () => {
      for (const one of behind) one.inert = false;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [front]);
}

/** What stands before it in the page is behind it on the screen; the toasts stand after it and stay in reach. */
function previousSiblings(element: HTMLElement): HTMLElement[] {
  const siblings = [...(element.parentElement?.children ?? [])];
  return siblings.slice(0, siblings.indexOf(element)).filter((one) => one instanceof HTMLElement);
}
