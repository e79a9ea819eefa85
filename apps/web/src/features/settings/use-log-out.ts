import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/** What a logout by hand takes away: so many messages, none where only drafts wait. */
export interface UnsentWords {
  messages: number;
}

export interface LogOutActions {
  /** endOthers: ends every session, this one too. */
  onLogOut: (endOthers?: () => Promise<unknown>) => Promise<void>;
  /** Null: nothing of theirs waits on this device. */
  findUnsent: () => Promise<UnsentWords | null>;
}

/** Before a logout: what it takes away; null: nothing. */
type Asked = { unsent: UnsentWords | null };

interface LogOutOptions {
  logOut: () => Promise<void>;
  findUnsent: LogOutActions['findUnsent'];
  /** Whether a logout that takes nothing away asks as well. */
  asks: 'always' | 'where something is lost';
}

export function useLogOut({ logOut, findUnsent, asks }: LogOutOptions) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const leaving = useMutation({
    mutationFn: async (step: 'ask' | 'go') => {
      if (step === 'ask') {
        const unsent = await findUnsent();
        if (unsent !== null || asks === 'always') return setAsked({ unsent });
      }
      await logOut();
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return {
    asked,
    isBusy: leaving.isPending,
    press: () => leaving.mutate('ask'),
    dialog: {
      isBusy: leaving.isPending,
      onConfirm: () => leaving.mutate('go'),
      onClose: () => setAsked(null),
    },
  };
}
