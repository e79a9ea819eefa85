import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { productName } from '../lib/product.ts';
import { takeFocusAfterNavigation } from './page-focus.ts';
import { namePage } from './tab-title.ts';

interface PageTitleProps {
  children: string;
  className?: string | undefined;
  /** no: it is a person's name. */
  translate?: 'no';
}

/** The page's only h1. It names the browser tab and takes the focus after a navigation. */
export function PageTitle({ children, className, translate }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tab = useTabName(children);
  useEffect(() => {
    namePage(tab);
  }, [tab]);
  useEffect(() => {
    if (heading.current) takeFocusAfterNavigation(heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className} translate={translate}>
      {children}
    </h1>
  );
}

/** The tab's name for a page's heading. */
export function useTabName(children: string): string {
  const { t } = useLingui();
  const product = productName();
  return t`${children} · ${product}`;
}
