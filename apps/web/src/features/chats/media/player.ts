import type { Stop } from '../../../lib/clock.ts';

/** A voice message, stored or about to be sent. */
export interface Track {
  /** Stays the same when the message is sent. */
  id: string;
  seconds: number;
  /** Where it is read from; 'renewed' once an earlier address was refused. */
  address: (how: 'known' | 'renewed') => Promise<string>;
  /** The track that follows at its end. */
  next?: () => Track | undefined;
}

/*
 *   idle ── play ──► loading ── sound ──► playing ◄── play ──┐
 *                      │  ▲                 │ └─ pause ──► paused
 *          no way ─► failed ── play ──┘     └─ its end: the next one, or idle
 *
 * A seek before the first play pauses the track at that position.
 */
export type Playback =
  | { at: 'idle' }
  | { at: 'loading' | 'playing' | 'paused'; id: string; position: number }
  | { at: 'failed'; id: string; error: unknown };

/** The part of an <audio> element that is used here. */
export interface Loudspeaker {
  src: string;
  currentTime: number;
  playbackRate: number;
  play: () => Promise<void>;
  pause: () => void;
  load: () => void;
  addEventListener: (type: 'timeupdate' | 'ended' | 'error' | 'playing', listener: () => void) => void;
}

export interface PlayerPorts {
  loudspeaker: () => Loudspeaker;
  /** Frees an object URL of this page. */
  release: (address: string) => void;
  /** Tells the user's other tabs that this one plays now. */
  announce: () => void;
  /** Runs when another tab plays, or a call begins. */
  onOthers: (hush: () => void) => Stop;
  speed: { get: () => number; subscribe: (listener: () => void) => Stop };
}

/** Plays one voice at a time, over all rooms and tabs. */
export class Player {
  readonly #ports: PlayerPorts;
  readonly #listeners = new Set<() => void>();
  readonly #stops: Stop[];
  #state: Playback = { at: 'idle' };
  #current: Track | null = null;
  #audio: Loudspeaker | null = null;
  /** The track that the loudspeaker has loaded. */
  #loaded: string | null = null;
  /** Number of the current action; results of earlier ones are dropped. */
  #turn = 0;
  #hasRenewed = false;

  constructor(ports: PlayerPorts) {
    this.#ports = ports;
    this.#stops = [
      ports.onOthers(() => this.pause()),
      ports.speed.subscribe(() => {
        if (this.#audio !== null) this.#audio.playbackRate = ports.speed.get();
      }),
    ];
  }

  get = (): Playback => this.#state;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Plays, pauses or resumes. */
  toggle(track: Track): void {
    const state = this.#state;
    if (state.at === 'idle' || state.id !== track.id || state.at === 'failed') return this.#begin(track, 0);
    if (state.at === 'paused') return this.#goOn(track, state.position);
    this.pause();
  }

  seek(track: Track, seconds: number): void {
    const position = Math.min(Math.max(0, seconds), track.seconds);
    const state = this.#state;
    // Also a track heard to its end, or paused by another one: it resumes here.
    if (this.#loaded === track.id && this.#audio !== null) this.#audio.currentTime = position;
    if (state.at === 'idle' || state.at === 'failed' || state.id !== track.id) {
      this.#turn += 1;
      this.#audio?.pause();
      return this.#set({ at: 'paused', id: track.id, position });
    }
    this.#set({ ...state, position });
  }

  /** Pauses playback; it can resume. */
  pause = (): void => {
    const state = this.#state;
    if (state.at !== 'playing' && state.at !== 'loading') return;
    this.#turn += 1;
    this.#audio?.pause();
    this.#set({ at: 'paused', id: state.id, position: state.position });
  };

  stop(): void {
    this.#turn += 1;
    this.#audio?.pause();
    this.#release();
    for (const stop of this.#stops) stop();
    this.#set({ at: 'idle' });
  }

  #set(next: Playback): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #fail(error: unknown): void {
    if (this.#current !== null) this.#set({ at: 'failed', id: this.#current.id, error });
  }

  #begin(track: Track, from: number): void {
    this.#hasRenewed = false;
    void this.#load(track, { from, how: 'known' });
  }

  #goOn(track: Track, position: number): void {
    // A track that was only sought in is not loaded yet.
    if (this.#loaded !== track.id) return this.#begin(track, position);
    this.#current = track;
    this.#set({ at: 'playing', id: track.id, position });
    this.#start(this.#element()).catch((error: unknown) => {
      if (!isInterrupted(error)) this.#fail(error);
    });
  }

  async #load(track: Track, { from, how }: { from: number; how: 'known' | 'renewed' }): Promise<void> {
    const mine = ++this.#turn;
    this.#current = track;
    this.#set({ at: 'loading', id: track.id, position: from });
    // Silences the current track while the next one is fetched.
    const speaker = this.#element();
    speaker.pause();
    try {
      const address = await track.address(how);
      if (mine !== this.#turn) return;
      this.#release();
      speaker.src = address;
      this.#loaded = track.id;
      speaker.currentTime = this.#state.at === 'loading' ? this.#state.position : from;
      await this.#start(speaker);
    } catch (error) {
      if (mine !== this.#turn || isInterrupted(error)) return;
      if (how === 'known' && !isForbidden(error)) this.#renew(from);
      else this.#fail(error);
    }
  }

  async #start(speaker: Loudspeaker): Promise<void> {
    speaker.playbackRate = this.#ports.speed.get();
    this.#ports.announce();
    await speaker.play();
  }

  /** Fetches the address anew, once: it may have expired. */
  #renew(from: number): void {
    if (this.#current === null) return;
    if (this.#hasRenewed) return this.#fail(new Error('The sound cannot be read.'));
    this.#hasRenewed = true;
    void this.#load(this.#current, { from, how: 'renewed' });
  }

  #ended(): void {
    const next = this.#current?.next?.();
    if (next !== undefined) return this.#begin(next, 0);
    this.#turn += 1;
    this.#set({ at: 'idle' });
  }

  /** An object URL holds its bytes until it is revoked. */
  #release(): void {
    const address = this.#audio?.src ?? '';
    if (address.startsWith('blob:')) this.#ports.release(address);
    this.#loaded = null;
  }

  #element(): Loudspeaker {
    if (this.#audio !== null) return this.#audio;
    const made = this.#ports.loudspeaker();
    // iOS allows later playback only after load() in the first press.
    made.load();
    made.addEventListener('timeupdate', () => {
      if (this.#state.at === 'playing') this.#set({ ...this.#state, position: made.currentTime });
    });
    made.addEventListener('playing', () => {
      if (this.#state.at === 'loading') this.#set({ ...this.#state, at: 'playing' });
    });
    made.addEventListener('ended', () => this.#ended());
    made.addEventListener('error', () => {
      if (this.#state.at === 'loading' || this.#state.at === 'playing') this.#renew(this.#state.position);
    });
    this.#audio = made;
    return made;
  }
}

/** Whether a pause came before the sound. */
function isInterrupted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the browser plays nothing without a press: no other address would help. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError';
}
