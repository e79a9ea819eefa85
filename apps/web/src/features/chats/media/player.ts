import type { Stop } from '../../../lib/clock.ts';

/** Something to listen to: a voice message, or one that is about to be sent. */
export interface Track {
  /** The same before and after it is sent. */
  id: string;
  /** How long it is, in seconds. */
  seconds: number;
  /** Where it is read from; 'renewed' once an earlier answer was refused. */
  address: (how: 'known' | 'renewed') => Promise<string>;
  /** What goes on when it ends. */
  next?: () => Track | undefined;
}

/*
 *   idle ── play ──► loading ── sound ──► playing ◄── play ──┐
 *                      │  ▲                 │ └─ pause ──► paused
 *          no way ─► failed ── play ──┘     └─ its end: the next one, or idle
 *
 * A track that is sought in before it was played is paused where it was sought.
 */
export type Playback =
  | { at: 'idle' }
  | { at: 'loading' | 'playing' | 'paused'; id: string; position: number }
  | { at: 'failed'; id: string; error: unknown };

/** An <audio> element, as far as it is needed here. */
export interface Loudspeaker {
  src: string;
  currentTime: number;
  playbackRate: number;
  play: () => Promise<void>;
  pause: () => void;
  addEventListener: (type: 'timeupdate' | 'ended' | 'error' | 'playing', listener: () => void) => void;
}

export interface PlayerPorts {
  loudspeaker: () => Loudspeaker;
  /** An address of this page's own is not read any more. */
  release: (address: string) => void;
  /** To the person's other tabs: this one is heard now. */
  announce: () => void;
  /** Another tab, or a call. */
  onOthers: (hush: () => void) => Stop;
  speed: { get: () => number; subscribe: (listener: () => void) => Stop };
}

export interface Player {
  get: () => Playback;
  subscribe: (listener: () => void) => Stop;
  /** Plays, pauses or goes on. */
  toggle: (track: Track) => void;
  seek: (track: Track, seconds: number) => void;
  /** Hushes whatever plays; it can go on. */
  pause: () => void;
  stop: Stop;
}

/** One voice is heard at a time, over all rooms and tabs. */
export function createPlayer(ports: PlayerPorts): Player {
  const listeners = new Set<() => void>();
  let state: Playback = { at: 'idle' };
  let current: Track | null = null;
  let audio: Loudspeaker | null = null;
  /** What the loudspeaker has before it. */
  let loaded: string | null = null;
  /** Whose answers still count. */
  let turn = 0;
  let hasRenewed = false;

  function set(next: Playback): void {
    state = next;
    for (const listener of listeners) listener();
  }
  function fail(error: unknown): void {
    if (current !== null) set({ at: 'failed', id: current.id, error });
  }
  function element(): Loudspeaker {
    if (audio !== null) return audio;
    const made = ports.loudspeaker();
    made.addEventListener('timeupdate', () => {
      if (state.at === 'playing') set({ ...state, position: made.currentTime });
    });
    made.addEventListener('playing', () => {
      if (state.at === 'loading') set({ ...state, at: 'playing' });
    });
    made.addEventListener('ended', ended);
    made.addEventListener('error', () => {
      if (state.at === 'loading' || state.at === 'playing') renew(state.position);
    });
    audio = made;
    return made;
  }

  async function load(track: Track, { from, how }: { from: number; how: 'known' | 'renewed' }): Promise<void> {
    const mine = ++turn;
    current = track;
    set({ at: 'loading', id: track.id, position: from });
    // Made within the press: a browser lets only that make sound later.
    const speaker = element();
    try {
      const address = await track.address(how);
      if (mine !== turn) return;
      // An address of this page's own making holds its bytes until it is let go.
      if (speaker.src.startsWith('blob:')) ports.release(speaker.src);
      speaker.src = address;
      loaded = track.id;
      speaker.currentTime = state.at === 'loading' ? state.position : from;
      await start(speaker);
    } catch (error) {
      if (mine !== turn || isInterrupted(error)) return;
      if (how === 'known' && !isForbidden(error)) renew(from);
      else fail(error);
    }
  }
  async function start(speaker: Loudspeaker): Promise<void> {
    speaker.playbackRate = ports.speed.get();
    ports.announce();
    await speaker.play();
  }
  /** Its address may have ended: asked for anew, once. */
  function renew(from: number): void {
    if (current === null) return;
    if (hasRenewed) return fail(new Error('The sound cannot be read.'));
    hasRenewed = true;
    void load(current, { from, how: 'renewed' });
  }
  function begin(track: Track, from: number): void {
    hasRenewed = false;
    void load(track, { from, how: 'known' });
  }
  function goOn(track: Track, position: number): void {
    const speaker = element();
    // What was only sought in is not loaded yet.
    if (loaded !== track.id) return begin(track, position);
    set({ at: 'playing', id: track.id, position });
    start(speaker).catch(fail);
  }
  function pause(): void {
    if (state.at !== 'playing' && state.at !== 'loading') return;
    turn += 1;
    audio?.pause();
    set({ at: 'paused', id: state.id, position: state.position });
  }
  function ended(): void {
    const next = current?.next?.();
    if (next !== undefined) return begin(next, 0);
    turn += 1;
    set({ at: 'idle' });
  }

  const stops = [
    ports.onOthers(pause),
    ports.speed.subscribe(() => {
      if (audio !== null) audio.playbackRate = ports.speed.get();
    }),
  ];
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle(track) {
      if (state.at === 'idle' || state.id !== track.id || state.at === 'failed') return begin(track, 0);
      if (state.at === 'paused') return goOn(track, state.position);
      pause();
    },
    seek(track, seconds) {
      const position = Math.min(Math.max(0, seconds), track.seconds);
      if (state.at === 'idle' || state.at === 'failed' || state.id !== track.id) {
        turn += 1;
        audio?.pause();
        return set({ at: 'paused', id: track.id, position });
      }
      if (loaded === track.id && audio !== null) audio.currentTime = position;
      set({ ...state, position });
    },
    pause,
    stop() {
      turn += 1;
      audio?.pause();
      if (audio?.src.startsWith('blob:')) ports.release(audio.src);
      for (const stop of stops) stop();
      set({ at: 'idle' });
    },
  };
}

/** A pause came before the sound did. */
function isInterrupted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The browser plays nothing without a press: no other address would help. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError';
}
