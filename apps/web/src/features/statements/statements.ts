import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputDraft, Statement } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { useSubmit } from '../../lib/use-submit.ts';

export const statementsQuery = queryOptions({
  queryKey: ['statements'],
  queryFn: async () => (await client.call('listStatements')).statements,
  // Made elsewhere: they are asked for whenever they are looked at.
  staleTime: 0,
});

/** What keeps somebody out now: the gravest of what is in force. */
export function barringOf(statements: readonly Statement[]): Statement | null {
  const inForce = statements.filter(({ state }) => state === 'in-force');
  return inForce.find(({ action }) => action === 'ban') ?? inForce.find(({ action }) => action === 'suspend') ?? null;
}

/** The oldest that has not been read, of what lets a person stay; not what they have put aside. */
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
