import { expect, it, vi } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.ts';
import { appStore } from '../../state/store.ts';
import { fallbackUser } from '../../state/user.ts';
import type { Chats } from './cache.ts';
import { decodeVoice, openCapture } from './media/capture.ts';
import type { RecordedVoice } from './media/recorder.ts';
import { ROOM, YOU } from './samples.ts';
import { type Recordings, useRecorder } from './use-recorder.ts';

vi.mock('./media/capture.ts', () => ({
  openCapture: vi.fn<typeof openCapture>(),
  decodeVoice: vi.fn<typeof decodeVoice>(),
}));

function recorderIn(isOpen: boolean) {
  const drop = vi.fn<() => void>();
  const onSend = vi.fn<(voice: RecordedVoice) => void>();
  const microphone = Promise.withResolvers<void>();
  const decoded = Promise.withResolvers<void>();
  vi.mocked(openCapture).mockImplementation(async () => {
    await microphone.promise;
    return { level: () => 0, taken: new Promise(() => {}), finish: async () => new Blob(['voice']), drop };
  });
  vi.mocked(decodeVoice).mockImplementation(async () => {
    await decoded.promise;
    return { samples: new Float32Array(6_400).fill(0.1), seconds: 3 };
  });
  appStore.setState({ user: fallbackUser(YOU) });
  // Only these parts are used.
  const chats = { you: YOU, player: { pause: () => {} }, client: { call: async () => {} } } as unknown as Chats;
  let here: Recordings | null = null;
  const room = runHook(
    (props: { isOpen: boolean }) => {
      here = useRecorder(chats, { chatRoomId: ROOM, onSend, ...props });
    },
    { isOpen },
  );
  const recordings = (): Recordings => here ?? expect.unreachable();
  return { ...room, recordings, microphone, decoded, drop, onSend };
}

it('a chat that is closed while a voice is recorded closes the microphone', async () => {
  const { render, recordings, microphone, drop, leave } = recorderIn(true);
  microphone.resolve();
  recordings().begin();
  await vi.waitFor(() => expect(recordings().recording.at).toBe('recording'));
  render({ isOpen: false });
  expect(drop).toHaveBeenCalledOnce();
  expect(recordings().recording).toEqual({ at: 'off' });
  leave();
});

it('a microphone that is allowed after the chat was closed is closed again', async () => {
  const { render, recordings, microphone, drop, leave } = recorderIn(true);
  recordings().begin();
  render({ isOpen: false });
  microphone.resolve();
  await vi.waitFor(() => expect(drop).toHaveBeenCalledOnce());
  expect(recordings().recording).toEqual({ at: 'off' });
  leave();
});

async function sentAndLeft() {
  const room = recorderIn(true);
  room.microphone.resolve();
  room.recordings().begin();
  await vi.waitFor(() => expect(room.recordings().recording.at).toBe('recording'));
  const sent = room.recordings().send();
  room.leave();
  return { ...room, sent };
}

it('whoever leaves the room right after Send has sent their voice', async () => {
  const { sent, decoded, onSend } = await sentAndLeft();
  decoded.resolve();
  await sent;
  expect(onSend).toHaveBeenCalledOnce();
});

it('whoever signs out right after Send leaves nothing behind', async () => {
  const { sent, decoded, onSend } = await sentAndLeft();
  appStore.setState({ user: null });
  decoded.resolve();
  await sent;
  expect(onSend).not.toHaveBeenCalled();
});
