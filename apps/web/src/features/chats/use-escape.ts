import { useCallback } from 'react';

/** Handles Escape pressed within an element. */
export function useEscape(onEscape: () => void) {
  return useCallback(
    (element: HTMLElement | null) => {
      const listen = ({ key }: KeyboardEvent): void => {
        if (key === 'Escape') onEscape();
      };
      element?.addEventListener('keydown', listen);
      return () => element?.removeEventListener('keydown', listen);
    },
    [onEscape],
  );
}
