import { useEffect, useRef } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../toast/toasts.ts';

/** Says what went wrong above the pages, where the dialog that asked for it is closed by then: in it nobody reads it. */
export function useLateFailure({ open }: { open: boolean }): (error: unknown) => void {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  return (error) => {
    if (!isOpen.current) showToast({ message: errorText(error), type: 'error' });
  };
}
