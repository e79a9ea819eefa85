import { useLingui } from '@lingui/react/macro';
import type { Person } from '@yonder/contract';
import { useStore } from 'zustand';
import { callingStore, callPress, hindranceIn } from '../../state/calling.ts';
import { useAppState } from '../../state/store.ts';

interface UseCalling {
  readonly call: () => void;
  /** Why not now, as people read it; null: it can be pressed. */
  readonly hindrance: string | null;
}

/** Calls this person; null as the room: it is looked for. */
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
