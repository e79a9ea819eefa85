import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';

/** The origin of a chat; null where it says nothing: the two had met before, or it began with a hello. */
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
