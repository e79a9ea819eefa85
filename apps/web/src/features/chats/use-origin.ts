import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';

/** What a chat came from; null where it says nothing: the two had met before, or somebody said hello. */
export function useOrigin(): (room: Pick<ChatRoom, 'type'>) => string | null {
  const { t } = useLingui();
  return ({ type }) => {
    switch (type) {
      case 'mode2':
        return t`Voice Call`;
      case 'mode3':
        return t`Text match`;
      case 'post':
        return t`Moment`;
      case 'direct':
        return null;
      default:
        return type satisfies never;
    }
  };
}
