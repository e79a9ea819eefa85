import { FIXED } from '@yonder/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../../ui/toast/toasts.ts';
import type { Ending } from '../call-state.ts';
import { endingText } from '../messages.ts';

/** The end of a call that was small: its person does something else now, and goes on with it. A press leads to the next call. */
export function EndedInPassing({ call, how }: Ending) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const tell = useEffectEvent(() => {
    const { title, body } = endingText(how);
    showToast({
      // One call ends once, however often this is shown.
      id: `ended ${call.callId}`,
      title: i18n._(title),
      message: i18n._(body),
      duration: FIXED.bannerMs,
      onClick: () => {
        if (call.kind === 'direct' && call.chatRoomId !== null) void navigate(`/chat/${call.chatRoomId}`);
        else void navigate('/chats', { state: { activeTab: 'call' } });
      },
    });
  });
  useEffect(() => tell(), []);
  return null;
}
