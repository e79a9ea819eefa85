import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './top-bar.module.css';

const PLACE = 'top-bar';

/** The place of bars above the pages: before them in the document, as on the screen. */
export function TopBarPlace() {
  return <div id={PLACE} />;
}

interface TopBarProps {
  label: string;
  children: ReactNode;
}

/** A bar above any page. The text being read stays in place; a focus in a bar that goes moves to the page. */
export function TopBar({ label, children }: TopBarProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const height = element.offsetHeight;
    // A page at its top moves down instead, so that the bar does not cover its head.
    if (window.scrollY > 0) window.scrollBy(0, height);
    return () => {
      if (element.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true });
      window.scrollBy(0, -height);
    };
  }, []);
  const place = document.getElementById(PLACE);
  if (place === null) throw new Error('there is no TopBarPlace');
  return createPortal(
    <aside ref={bar} className={styles.bar} data-call-bar="" aria-label={label}>
      {children}
    </aside>,
    place,
  );
}
