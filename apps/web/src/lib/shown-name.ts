import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { ANONYMOUS, DELETED_ACCOUNT } from '@yonder/contract';

/** The displayed name. The server names users without a name, and deleted accounts, in English. */
export function shownName(name: string | undefined, say: (message: MessageDescriptor) => string): string {
  if (name === undefined || name === ANONYMOUS) return say(msg`Anonymous`);
  return name === DELETED_ACCOUNT ? say(msg`Deleted account`) : name;
}

export function useShownName(): (name: string | undefined) => string {
  const { _ } = useLingui();
  return (name) => shownName(name, _);
}
