import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useAppState } from '../../state/store.ts';
import { ArrowCounterClockwiseIcon } from '../../ui/icons.ts';
import { Offer } from '../../ui/Offer.tsx';
import { buildStore, showNewerBuild } from './our-worker.ts';
import { mayReload } from './reload.ts';

/** Offers a newer build, but not while a reload would lose something. If dismissed, the next visit loads it. */
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
