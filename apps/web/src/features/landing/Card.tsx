import { useLingui } from '@lingui/react/macro';
import { productName } from '../../lib/product.ts';
import { useTabName } from '../../ui/PageTitle.tsx';

interface CardProps {
  page: 'index' | 'landing' | 'login';
}

/** What a page's head says: its name, and what is said of the product where it is linked to. The picture has the first words on it. */
export function Card({ page }: CardProps) {
  const { t } = useLingui();
  const meet = t`Meet the people you haven’t met yet`;
  const start = t`Start with a voice. No photo, no profile, a few minutes. If you both like it, you see each other.`;
  const names = { index: productName(), landing: useTabName(meet), login: useTabName(t`Someone’s out there`) };
  return (
    <>
      <meta name="description" content={start} />
      <meta property="og:title" content={names.landing} />
      <meta property="og:description" content={start} />
      <meta property="og:image:alt" content={meet} />
      <title>{names[page]}</title>
    </>
  );
}
