import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../lib/client.ts';
import { later } from '../../ui/later.tsx';
import { notOpened } from '../../ui/NotOpened.tsx';
import { statementsQuery, unreadOf } from './statements.ts';

const StatementDialog = later(async () => (await import('./StatementDialog.tsx')).StatementDialog, {
  failed: notOpened,
});

/** Shows decisions that do not bar the user, at every page load until they are read. */
export function UnreadStatement() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      client.live.on('notification.created', ({ kind }) => {
        if (kind === 'moderation') void queryClient.invalidateQueries(statementsQuery);
      }),
    [queryClient],
  );
  const { data } = useQuery(statementsQuery);
  const [putAside, setPutAside] = useState<readonly string[]>([]);
  const unread = unreadOf(data ?? [], putAside);
  if (unread === null) return null;
  const { statementId } = unread;
  return (
    <StatementDialog key={statementId} statement={unread} onClose={() => setPutAside([...putAside, statementId])} />
  );
}
