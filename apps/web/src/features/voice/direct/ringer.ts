/* Rings while it should: sound, vibration, the tab's title and, in a hidden tab, a notification. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DirectCall } from '@yonder/contract';
import { after, every, monotonic, type Stop } from '../../../lib/clock.ts';
import { pageAudio } from '../../../lib/page-audio.ts';
import { onPageCache } from '../../../lib/page-cache.ts';
import { shownName } from '../../../lib/shown-name.ts';
import { vibrate } from '../../../lib/touch.ts';
import type { DirectState } from './direct-state.ts';
import { loudnessAt, RINGS, samplesOf, type Ring } from './ring.ts';
import { showSystemNotice } from '../system-notice.ts';
import { INCOMING } from './words.ts';

const BLINK_MS = 1_000;
const FADE_MS = 40;
const LOCK = 'ringtone';

/** How the user wants to hear of incoming calls. */
export interface RingWishes {
  readonly ringtone: boolean;
  readonly vibration: boolean;
}

export class Ringer {
  readonly #wishes: () => RingWishes;
  #ringing: { readonly callId: string; readonly ring: Ring; readonly since: number; readonly stop: Stop } | null = null;

  constructor(wishes: () => RingWishes) {
    this.#wishes = wishes;
  }

  /** Starts or stops ringing. After the back/forward cache it takes another call of this to start again. */
  follow(state: DirectState): void {
    const ring = ringOf(state);
    const call = 'call' in state ? state.call : null;
    const callId = call?.id ?? null;
    if (this.#ringing?.callId === callId && this.#ringing?.ring === ring) return;
    this.#stop();
    if (ring === null || call === null) return;
    const stops = ring === 'incoming' ? alarm(call, this.#wishes()) : [play(ring)];
    // In the back/forward cache it would keep every other tab from ringing.
    stops.push(onPageCache({ hide: () => this.#stop() }));
    this.#ringing = { callId: call.id, ring, since: monotonic(), stop: () => stops.forEach((stop) => stop()) };
  }

  #stop(): void {
    this.#ringing?.stop();
    this.#ringing = null;
  }

  /** The current loudness, 0 to 1. */
  level(): number {
    return this.#ringing === null ? 0 : loudnessAt(this.#ringing.ring, monotonic() - this.#ringing.since);
  }
}

function ringOf(state: DirectState): Ring | null {
  if (state.kind === 'outgoing') return 'outgoing';
  return state.kind === 'incoming' && state.answer === 'open' ? 'incoming' : null;
}

function alarm(call: DirectCall, { ringtone, vibration }: RingWishes): Stop[] {
  const name = shownName(call.callerName, (message) => i18n._(message));
  const stops = [blinkTitle(i18n._(msg`${name} is calling`)), notify(call, name)];
  if (ringtone) stops.push(play('incoming'));
  if (vibration) stops.push(vibrateInRounds());
  return stops;
}

/** Silent until the page may make a sound, which browsers allow after a first touch. */
function play(ring: Ring): Stop {
  const { context } = pageAudio;
  if (context === null) return () => {};
  const release = pageAudio.hold();
  const gain = context.createGain();
  const source = context.createBufferSource();
  const buffer = context.createBuffer(
    1,
    Math.round((RINGS[ring].round / 1_000) * context.sampleRate),
    context.sampleRate,
  );
  buffer.copyToChannel(samplesOf(ring, context.sampleRate), 0);
  source.buffer = buffer;
  source.loop = true;
  source.connect(gain).connect(context.destination);
  const over = new AbortController();
  let hasStarted = false;
  const start = (): void => {
    source.start();
    hasStarted = true;
  };
  pageAudio
    .running(over.signal)
    .then(() => alone(over.signal, start))
    // It stopped ringing before it could be heard.
    .catch(() => {});
  return () => {
    over.abort();
    // Fades out: a cut in the middle of a wave would crack.
    gain.gain.setTargetAtTime(0, context.currentTime, FADE_MS / 3_000);
    after(FADE_MS, () => {
      // A loop that is only disconnected runs for as long as the page.
      if (hasStarted) source.stop();
      source.disconnect();
      gain.disconnect();
      release();
    });
  };
}

/** Sounds in one tab alone, though every tab rings. */
async function alone(signal: AbortSignal, run: () => void): Promise<void> {
  if (signal.aborted) return;
  // Plain http has no locks.
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(LOCK, { signal }, () => {
    run();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  });
}

function vibrateInRounds(): Stop {
  const { vibration, round } = RINGS.incoming;
  const once = () => vibrate(vibration);
  once();
  const stop = every(round, once);
  return () => {
    stop();
    vibrate(0);
  };
}

/** Alternates a hidden tab's title with the caller's name. */
function blinkTitle(words: string): Stop {
  let own: string | null = null;
  const restore = () => {
    if (own !== null && document.title === words) document.title = own;
    own = null;
  };
  const turn = () => {
    if (own !== null || !document.hidden) return restore();
    own = document.title;
    document.title = words;
  };
  turn();
  const stop = every(BLINK_MS, turn);
  return () => {
    stop();
    restore();
  };
}

/**
 * Shown for a hidden tab until it is acted on or rings no more. It shares its tag with the push about the call: the two show
 * as one.
 */
function notify({ id, chatRoomId, ringsUntil }: DirectCall, name: string): Stop {
  if (!document.hidden) return () => {};
  return showSystemNotice({
    title: name,
    body: i18n._(INCOMING),
    tag: `call ${chatRoomId}`,
    requireInteraction: true,
    actions: [
      { action: 'accept', title: i18n._(msg({ message: 'Accept', context: 'call' })) },
      { action: 'decline', title: i18n._(msg`Decline`) },
    ],
    data: { path: `/chat/${chatRoomId}`, call: { id, until: ringsUntil } },
  });
}
