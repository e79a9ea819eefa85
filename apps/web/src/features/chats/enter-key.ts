interface EnterWishes {
  /** Else Shift+Enter does. */
  enterSends: boolean;
  isTouch: boolean;
}

/** Enter sends and Shift+Enter begins a line, or the other way round. On a touch screen Enter always begins a line. */
export function sendsBy({ key, shiftKey }: { key: string; shiftKey: boolean }, wishes: EnterWishes): boolean {
  return key === 'Enter' && !wishes.isTouch && shiftKey !== wishes.enterSends;
}
