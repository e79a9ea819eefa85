/* The one call session of this page, built from the browser's own parts. */
import { LIMITS, type PublicConfig } from '@yonder/contract';
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { client } from '../../lib/client.ts';
import { after, every, type Stop } from '../../lib/clock.ts';
import { configQuery } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { tabId } from '../../lib/tab-id.ts';
import { pageAudio } from '../../lib/page-audio.ts';
import { keepItem, keptItem } from '../../lib/kept-item.ts';
import { tabMemory, tabWord, type Memory } from '../../lib/personal-storage.ts';
import { appStore } from '../../state/store.ts';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { errorText } from '../../lib/error-text.ts';
import { findNoDevices, type MicrophoneProblem } from '../../lib/microphone-problem.ts';
import { answerPress, callingStore, callPress, type Hindrance } from '../../state/calling.ts';
import { alerts, tellOfDirectCall } from './alerts.ts';
import type { CallState, Rules } from './call-state.ts';
import { mayCheck } from './check/check-search.ts';
import { ConnectionCheck } from './check/connection-check.ts';
import { openLoop } from './check/loop.ts';
import { DirectCalls } from './direct/direct-calls.ts';
import { Ringer } from './direct/ringer.ts';
import { LineMedia } from './line-media.ts';
import { findObstacle, type Obstacle } from './obstacle.ts';
import { Microphone } from './media/microphone.ts';
import { Sound, type Output } from './media/sound.ts';
import { CallSession } from './session.ts';
import { applyCall } from './store-fields.ts';

/** The sound that screens show beside the call's own state. */
export interface SoundState {
  readonly output: Output;
  /** The loudspeaker's id; empty: the system's own. */
  readonly sink: string;
  /** Whether sound is blocked until a press. */
  readonly blocked: boolean;
}
export const soundStore = createStore<SoundState>(() => ({ output: 'earpiece', sink: '', blocked: false }));

export const microphone = new Microphone({ source: navigator.mediaDevices, onProblem });

/** A direct call has a sentence of its own for a refusal. */
function onProblem(problem: MicrophoneProblem): void {
  const { kind } = directCalls.getSnapshot();
  if (problem !== 'denied' || (kind !== 'preparing' && kind !== 'incoming')) alerts.microphone(problem);
}

let media: LineMedia | null = null;

export const sound = new Sound({
  audio: pageAudio,
  after,
  onBlocked: (blocked) => soundStore.setState({ blocked }),
  onPlaybackProblem: alerts.playback,
  onSentTrack: () => media?.sendTrack(),
});

const place = z.object({ topic: z.string(), at: z.number() });

const you = () => appStore.getState().user?.id;

const memory = tabMemory('call-queue', place, you);

const MUTED_KEY = 'call-muted';

/** Kept for the browser, not the tab. Without storage, another tab merely goes on unmuted. */
const muted: Memory<string> = {
  recall: () => keptItem(MUTED_KEY),
  remember: (callId) => keepItem(MUTED_KEY, callId),
  forget: () => keepItem(MUTED_KEY, null),
};

const IN_CALL_KEY = 'call-left';

/** Kept for the tab: a time, and nothing personal. */
const inCall: Memory<number> = {
  recall: () => {
    const at = keptItem(IN_CALL_KEY, 'sessionStorage');
    return at === null ? null : Number(at);
  },
  remember: (at) => keepItem(IN_CALL_KEY, String(at), 'sessionStorage'),
  forget: () => keepItem(IN_CALL_KEY, null, 'sessionStorage'),
};

/** The operator's limits once they have arrived. */
export function rules(): Rules {
  return queryClient.getQueryData<PublicConfig>(configQuery.queryKey)?.limits ?? LIMITS;
}

export const voice = new CallSession({
  wire: client,
  tab: tabId(),
  rules,
  alerts,
  memory,
  inCall,
  cancelled: tabWord('call-cancelled', you),
  muted,
  after,
  every,
  media: (dispatch) => {
    media = new LineMedia({
      wire: client,
      tab: tabId(),
      microphone,
      sound,
      alerts,
      after,
      connect: (configuration) => new RTCPeerConnection(configuration),
      dispatch,
    });
    return media;
  },
  onSnapshot: ({ state, clock }) => appStore.setState((app) => applyCall(app, state, clock)),
});

/** Extensions leave the property there, and empty. */
const hasWebRtc = typeof RTCPeerConnection === 'function';

export const connectionCheck = new ConnectionCheck({
  wire: client,
  openLoop: hasWebRtc
    ? (sides) => openLoop({ sides, connect: (configuration) => new RTCPeerConnection(configuration), after })
    : null,
  mayRun: () => mayCheck(voice.getSnapshot().state),
});

/** Where strangers write instead of calling. */
export const TEXT_MATCH_PAGE = '/mode3';

/** The dialog that says why no call can be made. instead: the page to write on; null: closed. */
export const callHelpStore = createStore<{ instead: string | null; obstacle: Obstacle }>(() => ({
  instead: null,
  obstacle: 'no-webrtc',
}));

export function obstacle(): Obstacle | null {
  return findObstacle({
    hasWebRtc,
    hasDevices: findNoDevices() === null,
    isSecure: window.isSecureContext,
    isBlocked: client.live.blocked.get(),
  });
}

export function followObstacle(changed: () => void): Stop {
  return client.live.blocked.subscribe(changed);
}

/** Whether a call can be made from here. Otherwise opens the dialog, so that no partner waits for a call that fails. */
function canCall(instead: string): boolean {
  const found = obstacle();
  if (found === null) return true;
  callHelpStore.setState({ instead, obstacle: found });
  return false;
}

function canCallIn(chatRoomId: string | null): boolean {
  return canCall(chatRoomId === null ? '/chats' : `/chat/${chatRoomId}`);
}

export function startCall(topic: string): void {
  if (canCall(TEXT_MATCH_PAGE)) voice.join(topic);
}

export function continueCallHere(): void {
  const { state } = voice.getSnapshot();
  if (state.kind === 'elsewhere' && canCallIn(state.call.chatRoomId)) voice.continueHere();
}

export const ringer = new Ringer(() => appStore.getState().user?.preferences ?? DEFAULT_PREFERENCES);

export const directCalls = new DirectCalls({
  wire: client,
  tab: tabId(),
  voice,
  microphone: {
    open: async () => {
      await voice.tryMicrophone('begin');
      return microphone.state;
    },
    release: () => void voice.tryMicrophone('end'),
  },
  canCall: canCallIn,
  ringer,
  notice: tellOfDirectCall,
  textOf: errorText,
  after,
  every,
});

/** Runs while a user is signed in: follows the Call buttons of other features, and tells whether they can be pressed. */
export function offerCalls(): Stop {
  const tell = () => {
    callingStore.setState({ hindrance: hindranceIn(voice.getSnapshot().state) });
  };
  const stops = [
    voice.subscribe(tell),
    directCalls.subscribe(tell),
    callPress.listen((to) => directCalls.call(to)),
    answerPress.listen(acceptOnceItRings),
    () => callingStore.setState({ hindrance: null }),
  ];
  tell();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Waits for the call: the notification may be faster than this page. */
function acceptOnceItRings(callId: string): void {
  const accept = () => {
    const state = directCalls.getSnapshot();
    if (state.kind !== 'incoming' || state.call.id !== callId) return;
    stop();
    directCalls.accept();
  };
  const stopListening = directCalls.subscribe(accept);
  const stopWaiting = after(LIMITS.ringSeconds * 1_000, () => stop());
  const stop = () => {
    stopListening();
    stopWaiting();
  };
  accept();
}

function hindranceIn({ kind }: CallState): Hindrance | null {
  if (kind === 'queuing') return 'in-queue';
  const direct = directCalls.getSnapshot().kind;
  return kind === 'idle' && (direct === 'idle' || direct === 'over') ? null : 'in-call';
}

export function changeOutput(): void {
  const output = soundStore.getState().output === 'earpiece' ? 'speaker' : 'earpiece';
  soundStore.setState({ output });
  sound.output(output);
}

export async function chooseSink(sink: string): Promise<void> {
  soundStore.setState({ sink });
  await sound.sink(sink);
}
