import { useLingui } from '@lingui/react/macro';
import type { Person } from '@yonder/contract';
import { useStore } from 'zustand';
import { callingStore, callPress, hindranceIn } from '../../state/calling.ts';
import { useAppState } from '../../state/store.ts';

interface UseCalling {
  readonly call: () => void;
  /** The text of why calling is off; null: it can be pressed. */
  readonly hindrance: string | null;
}

/** Calls this user. chatRoomId null: the chat is looked up. */
export function useCalling(chatRoomId: string | null, other: Person): UseCalling {
  const { t } = useLingui();
  const calling = useStore(callingStore);
  const hindrance = useAppState((app) => hindranceIn(app, calling));
  const reasons = {
    'in-call': t`You are in a call`,
    'in-queue': t`You are looking for someone to talk to`,
    'in-match': t`You are in a text match`,
  };
  return {
    call: () => callPress.press({ chatRoomId, other }),
    hindrance: hindrance === null ? null : reasons[hindrance],
  };
}
