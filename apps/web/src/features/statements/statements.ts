import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputDraft, Statement } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { useSubmit } from '../../lib/use-submit.ts';

export const statementsQuery = queryOptions({
  queryKey: ['statements'],
  queryFn: async () => (await client.call('listStatements')).statements,
  // Statements are made elsewhere, so they are requested at every visit.
  staleTime: 0,
});

/** The gravest statement in force that bars the user; null: none. */
export function barringOf(statements: readonly Statement[]): Statement | null {
  const inForce = statements.filter(({ state }) => state === 'in-force');
  return inForce.find(({ action }) => action === 'ban') ?? inForce.find(({ action }) => action === 'suspend') ?? null;
}

/** The oldest unread statement, except those put aside and reversed ones. */
export function unreadOf(statements: readonly Statement[], putAside: readonly string[] = []): Statement | null {
  const isUnread = ({ statementId, acknowledged, state }: Statement): boolean =>
    !acknowledged && state !== 'reversed' && !putAside.includes(statementId);
  return statements.findLast(isUnread) ?? null;
}

function replaced(statements: readonly Statement[] | undefined, changed: Statement): Statement[] | undefined {
  return statements?.map((one) => (one.statementId === changed.statementId ? changed : one));
}

export function useAppeal(onDone: () => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    send: (appeal: InputDraft<'appealStatement'>, how) => client.call('appealStatement', appeal, how),
    onGranted(changed) {
      queryClient.setQueryData(statementsQuery.queryKey, (known) => replaced(known, changed));
      onDone();
    },
  });
}

export function useAcknowledge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (read: Statement) => {
      await client.call('acknowledgeStatement', { statementId: read.statementId });
      return { ...read, acknowledged: true };
    },
    onSuccess(read) {
      queryClient.setQueryData(statementsQuery.queryKey, (known) => replaced(known, read));
    },
  });
}
