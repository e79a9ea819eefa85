import { useEffect, useRef } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../toast/toasts.ts';

/** Reports an error in a toast if the dialog that caused it is closed by then. */
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
