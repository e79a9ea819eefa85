import { FIXED } from '@yonder/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useGo } from '../../../lib/use-go.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import type { Ending } from '../call-state.ts';
import { endingText } from '../messages.ts';

/**
 * Reports the end of a small call by a toast: the user goes on with something else. A press leads to its chat or the next
 * call.
 */
export function EndedInPassing({ call, how }: Ending) {
  const { i18n } = useLingui();
  const go = useGo();
  const tell = useEffectEvent(() => {
    const { title, body } = endingText(how);
    showToast({
      // One call ends once, however often this mounts.
      id: `ended ${call.callId}`,
      title: i18n._(title),
      message: i18n._(body),
      duration: FIXED.bannerMs,
      onClick: () => go(call.kind === 'direct' && call.chatRoomId !== null ? `/chat/${call.chatRoomId}` : '/call'),
    });
  });
  useEffect(() => tell(), []);
  return null;
}
