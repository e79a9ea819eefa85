import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IconLink } from './IconButton.tsx';
import { CaretLeftIcon } from './icons.ts';
import styles from './page-header.module.css';
import { PageTitle } from './PageTitle.tsx';
import text from './text.module.css';

interface PageHeaderProps {
  title: string;
  /** Target of the arrow; absent on pages that the navigation lists. */
  back?: { to: string; shown?: 'on phones' };
  /** Controls at the end of the line. */
  children?: ReactNode;
}

export function PageHeader({ title, back, children }: PageHeaderProps) {
  const { t } = useLingui();
  return (
    <header className={styles.header}>
      {back && (
        <span className={styles.back} data-shown={back.shown}>
          <IconLink to={back.to} label={t`Back`}>
            <CaretLeftIcon size={22} data-turns="" />
          </IconLink>
        </span>
      )}
      <PageTitle className={text.displayM}>{title}</PageTitle>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
