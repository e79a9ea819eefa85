import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { ANONYMOUS, DELETED_ACCOUNT } from '@yonder/contract';

/** How somebody is called on the screen: the server names in English who has no name, and who has left. */
export function shownName(name: string | undefined, say: (message: MessageDescriptor) => string): string {
  if (name === undefined || name === ANONYMOUS) return say(msg`Anonymous`);
  return name === DELETED_ACCOUNT ? say(msg`Deleted account`) : name;
}

export function useShownName(): (name: string | undefined) => string {
  const { _ } = useLingui();
  return (name) => shownName(name, _);
}
