import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useAppState } from '../../state/store.ts';
import { ArrowCounterClockwiseIcon } from '../../ui/icons.ts';
import { Offer } from '../../ui/Offer.tsx';
import { buildStore, showNewerBuild } from './our-worker.ts';
import { mayReload } from './reload.ts';

/** Never by itself, and not while a reload would cost anything. Unwanted, the next visit brings it. */
export function UpdateOffer() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const build = useStore(buildStore, (state) => state.build);
  const isFree = useAppState((state) => mayReload(state, pathname));
  const [unwanted, setUnwanted] = useState(false);
  if (build === 'current' || !isFree || unwanted) return null;
  return (
    <Offer
      icon={ArrowCounterClockwiseIcon}
      title={t`A new version is ready`}
      action={{ name: t`Reload`, run: () => void showNewerBuild() }}
      onDismiss={() => setUnwanted(true)}
    >
      <Trans>It takes a second. What you have begun to write to somebody stays.</Trans>
    </Offer>
  );
}
