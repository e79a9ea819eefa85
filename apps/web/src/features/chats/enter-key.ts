import { isComposing } from '../../lib/composing.ts';

interface EnterWishes {
  /** Else Shift+Enter does. */
  enterSends: boolean;
  isTouch: boolean;
}

type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Enter sends and Shift+Enter begins a line, or the other way round. On a touch screen Enter always begins a line, as the
 * keyboard on it has no other way to. Ctrl or Command with it sends everywhere: only a real keyboard has them.
 */
export function sendsBy(event: Key, { enterSends, isTouch }: EnterWishes): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  return event.ctrlKey || event.metaKey || (!isTouch && event.shiftKey !== enterSends);
}
