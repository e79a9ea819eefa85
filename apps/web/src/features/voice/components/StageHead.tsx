import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { productName } from '../../../lib/product.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FlagIcon } from '../../../ui/icons.ts';
import { Logo } from '../../../ui/scene/index.ts';
import styles from './stage.module.css';
import { takeFocus } from './use-front.ts';

interface BrandHeadProps {
  beside?: ReactNode;
  children?: ReactNode;
}

export function BrandHead({ beside, children }: BrandHeadProps) {
  return (
    <>
      <span className={styles.brand}>
        <Logo name={productName()} />
      </span>
      {beside}
      <span className={styles.headEnd}>{children}</span>
    </>
  );
}

/** Available from second 0, in every state. */
export function ReportButton({ onReport }: { onReport: () => void }) {
  const { t } = useLingui();
  return (
    <IconButton label={t`Report and leave`} onClick={onReport}>
      <FlagIcon size={24} />
    </IconButton>
  );
}

/** The heading of the current stage. It takes the focus when it appears, so that no button is the first thing Enter meets. */
export function StageHeading({ className, children }: { className: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current !== null) takeFocus(heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
