import { isComposing } from '../../lib/composing.ts';

interface EnterWishes {
  /** Otherwise Shift+Enter does. */
  enterSends: boolean;
  isTouch: boolean;
}

type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Whether the key sends. Enter sends and Shift+Enter breaks the line, or the other way round. On a touch screen Enter always
 * breaks the line, as its keyboard has no other way to. Ctrl or Command with it always sends: only a real keyboard has them.
 */
export function sendsBy(event: Key, { enterSends, isTouch }: EnterWishes): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  return event.ctrlKey || event.metaKey || (!isTouch && event.shiftKey !== enterSends);
}
