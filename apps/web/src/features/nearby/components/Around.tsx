import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Neighbour } from '@yonder/contract';
import { useRef, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { timeOfWeek } from '../../../lib/when.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { EyeSlashIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useBox } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { showToast } from '../../../ui/toast/toasts.ts';
import { NEARBY, type Filters } from '../api/find-nearby.ts';
import { hidePlace } from '../own-place.ts';
import { usePlace } from '../use-place.ts';
import { FilterFields } from './FilterFields.tsx';
import { HelloDialog } from './HelloDialog.tsx';
import styles from './nearby.module.css';
import { NeighbourRow } from './NeighbourRow.tsx';
import { PlaceTrouble } from './PlaceTrouble.tsx';
import { RingScene } from './RingScene.tsx';

interface AroundProps {
  expiresAt: number;
  users: readonly Neighbour[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** Users nearby as rings and as a list; the user is visible to them, too. */
export function Around({ expiresAt, users, filters, onFilters }: AroundProps) {
  const { t } = useLingui();
  const head = useRef<HTMLElement>(null);
  const headBox = useBox(head);
  const [greeted, greet] = useState<Neighbour | null>(null);
  return (
    <>
      <div className={styles.sky}>
        <RingScene users={users} head={headBox?.height ?? null} onPick={greet} />
        <header ref={head} className={styles.head}>
          <PageTitle className={text.displayM}>{t`Explore Nearby`}</PageTitle>
          <HideButton />
        </header>
      </div>
      <div className={styles.ground}>
        <FilterFields filters={filters} onChange={onFilters} />
        {users.length === 0 ? (
          <Nobody filters={filters} />
        ) : (
          <ul aria-label={t`People nearby`}>
            {users.map((neighbour) => (
              <NeighbourRow key={neighbour.userId} neighbour={neighbour} onHello={() => greet(neighbour)} />
            ))}
          </ul>
        )}
        <ShownUntil at={expiresAt} />
      </div>
      {greeted && <HelloDialog key={greeted.userId} neighbour={greeted} onClose={() => greet(null)} />}
    </>
  );
}

function HideButton() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const hiding = useMutation({
    mutationFn: hidePlace,
    onSuccess() {
      showToast({ message: t`You are hidden. Your place is deleted.`, type: 'success', themeAccent: 'mode4' });
      return queryClient.invalidateQueries({ queryKey: NEARBY });
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return (
    <IconButton label={t`Hide me`} disabled={hiding.isPending} onClick={() => hiding.mutate()}>
      <EyeSlashIcon size={26} />
    </IconButton>
  );
}

function ShownUntil({ at }: { at: number }) {
  const { i18n } = useLingui();
  const placing = usePlace();
  const time = timeOfWeek(at, i18n.locale);
  return (
    <div>
      <div className={styles.shown}>
        <p className={text.muted}>
          <Trans>You are shown until {time}, roughly one to three kilometres from where you are.</Trans>
        </p>
        <Button look="line" size="sm" busy={placing.isPending} onClick={() => placing.mutate()}>
          <Trans>Update my place</Trans>
        </Button>
      </div>
      <PlaceTrouble placing={placing} />
    </div>
  );
}

function Nobody({ filters: { language, ageRange } }: { filters: Filters }) {
  const isFiltered = language !== null || ageRange !== null;
  return (
    <div className={styles.nobody} role="status">
      <h2 className={text.title}>
        <Trans>Nobody else is on this horizon yet</Trans>
      </h2>
      <p className={text.muted}>
        {isFiltered ? (
          <Trans>The language or age you chose may leave somebody out.</Trans>
        ) : (
          <Trans>You stay visible meanwhile, so whoever comes next finds you.</Trans>
        )}
      </p>
    </div>
  );
}
