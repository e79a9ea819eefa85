import { useLingui } from '@lingui/react/macro';
import { productName } from '../../lib/product.ts';
import { useTabName } from '../../ui/PageTitle.tsx';

interface CardProps {
  page: 'index' | 'landing' | 'login';
}

/** A page's title and the description for link previews. The preview picture shows the first words. */
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
