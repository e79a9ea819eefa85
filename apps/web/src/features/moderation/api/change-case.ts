import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputDraft, ModerationCase } from '@yonder/contract';
import { client } from '../../../lib/client.ts';
import { caseQuery, LISTS, openCasesQuery } from './queries.ts';

type CaseChange =
  | { do: 'take' | 'release'; caseId: string }
  | { do: 'decide'; decision: InputDraft<'decideCase'> }
  | { do: 'approve'; approval: InputDraft<'approveBan'> }
  | { do: 'answer'; answer: InputDraft<'decideAppeal'> };

function send(change: CaseChange): Promise<ModerationCase> {
  switch (change.do) {
    case 'take':
      return client.call('takeCase', { caseId: change.caseId });
    case 'release':
      return client.call('releaseCase', { caseId: change.caseId });
    case 'decide':
      return client.call('decideCase', change.decision);
    case 'approve':
      return client.call('approveBan', change.approval);
    case 'answer':
      return client.call('decideAppeal', change.answer);
    default:
      return change satisfies never;
  }
}

/** Each call returns the changed case. */
export function useChangeCase(onDone?: (changed: ModerationCase) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess(changed) {
      queryClient.setQueryData(caseQuery(changed.caseId).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: LISTS });
      void queryClient.invalidateQueries(openCasesQuery);
      onDone?.(changed);
    },
  });
}
