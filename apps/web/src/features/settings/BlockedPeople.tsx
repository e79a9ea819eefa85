import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@yonder/contract';
import { errorText } from '../../lib/error-text.ts';
import { useShownName } from '../../lib/shown-name.ts';
import { Button } from '../../ui/Button.tsx';
import { PhotoAvatar } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import { AskedList } from './AskedList.tsx';
import { blocksQuery, unblock } from './blocks.ts';
import styles from './settings.module.css';

type Block = Output<'listBlocks'>['blocks'][number];

export function BlockedPeople() {
  const { t } = useLingui();
  const blocks = useQuery(blocksQuery);
  return (
    <section className={styles.general} aria-labelledby="blocked">
      <h2 id="blocked" className={text.title}>
        <Trans>Blocked people</Trans>
      </h2>
      <AskedList query={blocks} none={t`Nobody is blocked.`} row={BlockedPerson} idOf={({ blockId }) => blockId} />
    </section>
  );
}

/** Blocked strangers are shown by figure and date only. */
function BlockedPerson({ item: { blockId, person, alias, createdAt } }: { item: Block }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const name = useShownName()(person?.name);
  const releasing = useMutation({
    mutationFn: () => unblock(blockId),
    onSuccess() {
      showToast({ message: t`You unblocked ${name}.`, type: 'success' });
      return queryClient.invalidateQueries(blocksQuery);
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  // Removed at once; a refusal brings the row back.
  if (releasing.isPending) return null;
  return (
    <li className={styles.row}>
      <span aria-hidden="true">
        <PhotoAvatar src={person?.thumb ?? null} name={name} seed={person?.userId ?? alias ?? blockId} size={42} />
      </span>
      <div className={styles.name}>
        <p className={text.strong}>
          <bdi translate="no">{name}</bdi>
        </p>
        <p className={text.caption}>{i18n.date(new Date(createdAt), { dateStyle: 'medium' })}</p>
      </div>
      <Button size="sm" aria-label={t`Unblock ${name}`} onClick={() => releasing.mutate()}>
        <Trans>Unblock</Trans>
      </Button>
    </li>
  );
}
