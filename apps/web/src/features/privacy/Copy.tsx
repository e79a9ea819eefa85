import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataExport } from '@yonder/contract';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import { copyQuery, requestCopy } from './copies.ts';
import styles from './privacy.module.css';

/** The copy of the user's data: requested, being made, ready to download. */
export function Copy() {
  const { t } = useLingui();
  const { data: copy, error, isFetching, refetch } = useQuery(copyQuery);
  if (copy) return <Made copy={copy} />;
  if (error === null) return <Skeleton lines={2} label={t`Loading...`} />;
  return (
    <div className={styles.copy}>
      <p className={text.muted}>{errorText(error)}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function Made({ copy }: { copy: DataExport }) {
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: requestCopy,
    onSuccess: (begun) => queryClient.setQueryData(copyQuery.queryKey, begun),
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  const begin = (words: ReactNode) => (
    <Button look="go" busy={asking.isPending} onClick={() => asking.mutate()}>
      {words}
    </Button>
  );
  return (
    <div className={styles.copy} role="status">
      {copy.state === 'none' && begin(<Trans>Make a copy</Trans>)}
      {copy.state === 'making' && (
        <p>
          <Trans>Your copy is being made. This takes a minute or two; you can leave this page meanwhile.</Trans>
        </p>
      )}
      {copy.state === 'failed' && (
        <>
          <p>
            <Trans>The copy could not be made. Nothing is lost; please try again.</Trans>
          </p>
          {begin(<Trans>Try again</Trans>)}
        </>
      )}
      {copy.state === 'ready' && <Ready copy={copy} />}
    </div>
  );
}

const BYTES_PER_MB = 1_000_000;

function Ready({ copy: { url, expiresAt, bytes } }: { copy: DataExport }) {
  const { t, i18n } = useLingui();
  const size = i18n.number(Math.max(0.1, (bytes ?? 0) / BYTES_PER_MB), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const until = i18n.date(new Date(expiresAt ?? 0), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <ButtonAnchor look="go" href={url ?? ''} download="my-data.zip">
        {t`Download (${size})`}
      </ButtonAnchor>
      <p className={text.muted}>
        {t`It is there until ${until}, for you alone. After that you can have a new one made.`}
      </p>
    </>
  );
}
