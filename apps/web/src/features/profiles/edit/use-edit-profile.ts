import { CallError } from '@yonder/client';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { userOf, type User } from '../../../state/user.ts';
import { changesIn, draftOf, mistakesIn, type Draft } from './draft.ts';

/** The field that a refusal is about. */
const FIELD_OF: Readonly<Record<string, keyof Draft>> = {
  'unknown-region': 'region',
  'region-changed-today': 'region',
  'photo-not-found': 'photos',
};

export function useEditProfile(user: User, onSaved: (user: User) => void) {
  // Compared with the profile at the start, so that changes made elsewhere are not overwritten.
  const [before] = useState(user);
  const [draft, setDraft] = useState(() => draftOf(before));
  const [checked, setChecked] = useState(false);
  const mistakes = mistakesIn(draft);
  const changes = changesIn(draft, before);
  const isChanged = Object.keys(changes).length > 0;
  const saving = useSubmit({
    send: (changed: typeof changes, how) => client.call('updateProfile', changed, how),
    onGranted: (own) => onSaved(userOf(own)),
  });
  const refusal = saving.error;
  const refusedField = refusal instanceof CallError && refusal.reason !== null ? FIELD_OF[refusal.reason] : undefined;
  return {
    draft,
    change: (change: Partial<Draft>) => setDraft((drafted) => ({ ...drafted, ...change })),
    mistakes: checked ? mistakes : {},
    /** Text of a refusal of this field. */
    refused: (field: keyof Draft) => (refusal && field === refusedField ? errorText(refusal) : undefined),
    error: refusal && refusedField === undefined ? errorText(refusal) : null,
    /** Where the age can be verified, if the region requires it. */
    proofUrl: refusal instanceof CallError ? refusal.url : undefined,
    isChanged,
    busy: saving.busy,
    save: () => {
      setChecked(true);
      if (Object.keys(mistakes).length > 0) return;
      if (isChanged) saving.submit(changes);
      else onSaved(user);
    },
  };
}
