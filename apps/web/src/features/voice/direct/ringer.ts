/* Rings while it should: sound, vibration, the tab's title and, out of sight, a notification. */
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { every, now, type Stop } from '../../../lib/clock.ts';
import { onPageCache } from '../../../lib/page-cache.ts';
import { shownName } from '../../../lib/shown-name.ts';
import { vibrate } from '../../../lib/touch.ts';
import type { DirectState } from './direct-state.ts';
import { loudnessAt, RINGS, samplesOf, type Ring } from './ring.ts';
import { INCOMING } from './words.ts';

const BLINK_MS = 1_000;
const FADE_S = 0.04;
const LOCK = 'ringtone';

/** How somebody wants to hear of a call that comes in. */
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

  /** Begins or stops. After its page was in the back/forward cache it takes another call of this to begin again. */
  follow(state: DirectState): void {
    const ring = ringOf(state);
    const callId = 'call' in state ? state.call.id : null;
    if (this.#ringing?.callId === callId && this.#ringing?.ring === ring) return;
    this.#stop();
    if (ring === null || callId === null) return;
    const stops = ring === 'incoming' ? alarm(state, this.#wishes()) : [play(ring)];
    // In the back/forward cache it would keep every other tab from ringing.
    stops.push(onPageCache({ hide: () => this.#stop() }));
    this.#ringing = { callId, ring, since: now(), stop: () => stops.forEach((stop) => stop()) };
  }

  #stop(): void {
    this.#ringing?.stop();
    this.#ringing = null;
  }

  /** What is heard now, 0 to 1, to be seen as well. */
  level(): number {
    return this.#ringing === null ? 0 : loudnessAt(this.#ringing.ring, now() - this.#ringing.since);
  }
}

function ringOf(state: DirectState): Ring | null {
  if (state.kind === 'outgoing') return 'outgoing';
  return state.kind === 'incoming' && state.answer === 'open' ? 'incoming' : null;
}

function alarm(state: DirectState, { ringtone, vibration }: RingWishes): Stop[] {
  const name = 'call' in state ? shownName(state.call.callerName, (message) => i18n._(message)) : '';
  const stops = [blinkTitle(i18n._(msg`${name} is calling`)), notify(name)];
  if (ringtone) stops.push(play('incoming'));
  if (vibration) stops.push(vibrateInRounds());
  return stops;
}

/** Silent until the page may make a sound, which browsers allow once somebody has touched it. */
function play(ring: Ring): Stop {
  const context = new AudioContext();
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
  void context
    .resume()
    .then(() => alone(over.signal, () => source.start()))
    // It has stopped ringing before it could be heard.
    .catch(() => {});
  return () => {
    over.abort();
    gain.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
    void close(context);
  };
}

/** Not in the middle of a wave, which would crack. */
async function close(context: AudioContext): Promise<void> {
  if (context.state === 'running') {
    await new Promise<void>((resolve) => {
      const end = new OscillatorNode(context);
      end.addEventListener('ended', () => resolve());
      end.start();
      end.stop(context.currentTime + FADE_S);
    });
  }
  await context.close();
}

/** It rings in every tab, and sounds from one that may. */
async function alone(signal: AbortSignal, run: () => void): Promise<void> {
  if (signal.aborted) return;
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

/** In a hidden tab its title takes turns with who calls. */
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

/** Out of sight, and where the person has permitted it. It stays until it is acted on or it rings no more. */
function notify(name: string): Stop {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return () => {};
  try {
    const shown = new Notification(name, { body: i18n._(INCOMING), tag: 'incoming-call', requireInteraction: true });
    shown.addEventListener('click', () => window.focus());
    return () => shown.close();
  } catch {
    // Phones show them from a worker alone; the page rings.
    return () => {};
  }
}
