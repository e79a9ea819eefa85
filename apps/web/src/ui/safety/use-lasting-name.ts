import { ANONYMOUS } from '@yonder/contract';
import { useState } from 'react';

/** How somebody is called as it changes, but for this: blocking takes the name away while it is still being spoken of. */
export function useLastingName(known: string): string {
  const [kept, setKept] = useState(known);
  const name = known === ANONYMOUS ? kept : known;
  if (name !== kept) setKept(name);
  return name;
}
