import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IconLink } from './IconButton.tsx';
import { CaretLeftIcon } from './icons.ts';
import styles from './page-header.module.css';
import { PageTitle } from './PageTitle.tsx';
import text from './text.module.css';

interface PageHeaderProps {
  title: string;
  /** Where the arrow leads; without it the page is a place of its own in the navigation. */
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
