import { randomId } from '@yonder/client';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { after, every, monotonic } from '../../lib/clock.ts';
import { appStore, useAppState } from '../../state/store.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import type { Chats } from './cache.ts';
import { decodeVoice, openCapture } from './media/capture.ts';
import { isInCall, onCall } from './media/open-player.ts';
import { Recorder, type RecordedVoice, type Recording, type RecordingProblem } from './media/recorder.ts';
import { RECORDING_PROBLEMS } from './media/recording-problems.ts';
import { useTyping } from './use-typing.ts';

/** Repeated before the partner's client lets it expire. */
const TELL_MS = 1_000;

export interface Recordings {
  recording: Recording;
  recorder: Recorder;
  /** Refused during a call. */
  begin: () => void;
  /** Discards the recording, also during playback. */
  discard: () => void;
  /** Sends what is ready, or recorded so far. */
  send: () => Promise<void>;
}

interface RecorderOptions {
  chatRoomId: string;
  /** Whether the room accepts voice messages now. */
  isOpen: boolean;
  onSend: (voice: RecordedVoice) => void;
}

export function useRecorder(chats: Chats, { chatRoomId, isOpen, onSend }: RecorderOptions): Recordings {
  const { t, i18n } = useLingui();
  const inCall = useAppState(({ callState }) => isInCall(callState));
  const typing = useTyping(chats, chatRoomId);
  const complain = useEffectEvent((problem: RecordingProblem) =>
    showToast({ message: i18n._(RECORDING_PROBLEMS[problem]), type: 'error' }),
  );
  const [recorder] = useState(
    () =>
      new Recorder({
        open: openCapture,
        decode: decodeVoice,
        monotonic,
        after,
        randomId,
        onProblem: (one) => complain(one),
        hush: chats.player.pause,
        isSignedIn: () => appStore.getState().user?.id === chats.you,
      }),
  );
  const recording = useSyncExternalStore(recorder.subscribe, recorder.get);
  // A room that closes loses its controls, like a room that is left.
  useEffect(() => (isOpen ? recorder.leave : undefined), [recorder, isOpen]);
  useEffect(() => onCall(() => void recorder.finish('call')), [recorder]);

  const isRecording = recording.at === 'recording';
  useEffect(() => {
    if (!isRecording) return;
    typing.doing('recording');
    const stop = every(TELL_MS, () => typing.doing('recording'));
    return () => {
      stop();
      typing.done();
    };
  }, [isRecording, typing]);

  return {
    recording,
    recorder,
    begin() {
      if (inCall) return showToast({ message: t`You are in a call. You can record when it is over.`, type: 'warning' });
      void recorder.start();
    },
    discard: recorder.discard,
    async send() {
      const voice = await recorder.send();
      if (voice !== null) onSend(voice);
    },
  };
}
