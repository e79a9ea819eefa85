import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

/** Handlers of every focusable element in a row. */
export interface RowKeys {
  onFocus: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Tab reaches one row of the list, arrow keys the others. Row ids are "chat-" and the room's. */
export function useRowKeys(list: RefObject<HTMLElement | null>, ids: readonly string[], first: string | undefined) {
  const [focused, setFocused] = useState<string>();
  const keys: RowKeys = {
    onFocus: ({ target }) => setFocused(target.closest('li')?.id.replace(/^chat-/, '')),
    onKeyDown(event) {
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('li > a') ?? [])];
      const here = links.findIndex((link) => link.parentElement?.contains(document.activeElement));
      const there = placeAfter(event.key, { here, last: links.length - 1 });
      if (there === null) return;
      event.preventDefault();
      links[there]?.focus();
    },
  };
  /** The row that Tab reaches. */
  const stop = [focused, first, ids[0]].find((id) => id !== undefined && ids.includes(id));
  return { stop, keys };
}

function placeAfter(key: string, { here, last }: { here: number; last: number }): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(here + 1, last);
    case 'ArrowUp':
      return Math.max(here - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
