import { ANONYMOUS } from '@yonder/contract';
import { useState } from 'react';

/** The user's current name, or the last known one: blocking anonymises them while dialogs still name them. */
export function useLastingName(known: string): string {
  const [kept, setKept] = useState(known);
  const name = known === ANONYMOUS ? kept : known;
  if (name !== kept) setKept(name);
  return name;
}
