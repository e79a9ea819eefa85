import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '@yonder/contract';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../lib/config.ts';
import { productName } from '../../lib/product.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { PageNotLoaded } from '../../ui/PageNotLoaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Logo, Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import { textsIn } from './catalogues.ts';
import styles from './legal.module.css';
import { useTitles, type LegalName } from './titles.ts';

interface LegalPageProps {
  name: LegalName;
  /** A summary of a sentence or two. */
  lead: ReactNode;
  /** Sections. */
  children: ReactNode;
}

/** A legal text under a strip of sky, or a link if the operator has its own text. */
export function LegalPage(page: LegalPageProps) {
  const { i18n } = useLingui();
  const title = useTitles()[page.name];
  const texts = useQuery(textsIn(i18n.locale));
  const config = useConfig();
  if (texts.isPending || config.isPending) return <LoadingScreen />;
  if (texts.isError) {
    return <PageNotLoaded title={title} busy={texts.isFetching} onRetry={() => void texts.refetch()} />;
  }
  const elsewhere = addressOf(page.name, config.data);
  return elsewhere === null ? <Text {...page} /> : <Elsewhere name={page.name} address={elsewhere} />;
}

function addressOf(name: LegalName, config: PublicConfig | undefined): string | null {
  return name === 'terms' || name === 'rules' || name === 'privacy' ? (config?.texts[name] ?? null) : null;
}

function Text({ name, lead, children }: LegalPageProps) {
  const title = useTitles()[name];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.sky}>
          <Scene variant="placeholder" />
        </div>
        <Link to="/" className={styles.brand}>
          <Logo name={productName()} />
        </Link>
        <PageTitle className={text.displayL}>{title}</PageTitle>
      </header>
      <main className={styles.text}>
        <p className={text.lead}>{lead}</p>
        {children}
      </main>
      <Others than={name} />
    </div>
  );
}

/** A heading and its paragraphs: stacked on phones, side by side on wide screens. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={text.title}>
        {title}
      </h2>
      <div className={styles.words}>{children}</div>
    </section>
  );
}

function Elsewhere({ name, address }: { name: LegalName; address: string }) {
  const title = useTitles()[name];
  const product = productName();
  return (
    <MessagePage
      title={title}
      lead={<Trans>The operator of this {product} keeps this text at another address.</Trans>}
      actions={
        <ButtonAnchor look="go" href={address}>
          <Trans>Read it there</Trans>
        </ButtonAnchor>
      }
    />
  );
}

function Others({ than }: { than: LegalName }) {
  const { t } = useLingui();
  const titles = useTitles();
  const others = [
    ['terms', '/terms'],
    ['rules', '/rules'],
    ['privacy', '/privacy'],
    ['childSafety', '/child-safety'],
    ['help', '/help'],
    ['about', '/about'],
    ['contact', '/contact'],
  ] as const;
  return (
    <nav className={styles.others} aria-label={t`More to read`}>
      <ul>
        {others
          .filter(([name]) => name !== than)
          .map(([name, path]) => (
            <li key={name}>
              <Link to={path}>{titles[name]}</Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
