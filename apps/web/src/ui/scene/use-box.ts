import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Box } from './geometry.ts';

/** The element's size in CSS px, kept up to date; null until it is laid out. */
export function useBox(element: RefObject<HTMLElement | null>): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = () => {
      const { width, height } = target.getBoundingClientRect();
      setBox((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(target);
    return () => resized.disconnect();
  }, [element]);
  return box;
}
