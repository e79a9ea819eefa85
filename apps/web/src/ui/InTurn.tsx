import { useEffect, useState, type ReactElement } from 'react';
import { after } from '../lib/clock.ts';

/** Renders one more child in each task, so that the browser handles input in between. */
export function InTurn({ children }: { children: readonly ReactElement[] }) {
  const [count, setCount] = useState(1);
  useEffect(
    () => (count < children.length ? after(0, () => setCount(count + 1)) : undefined),
    [count, children.length],
  );
  return children.slice(0, count);
}
