import type { Stop } from '../../../lib/clock.ts';
import type { MicrophoneProblem } from '../../../lib/microphone-problem.ts';
import {
  chooseMicrophone,
  chosenMicrophone,
  letGo,
  type MediaSource,
  takeMicrophone,
  type Taken,
} from '../../../lib/take-microphone.ts';

type Opened = Extract<Taken, { kind: 'open' }>;

export type MicrophoneState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  /** silenced: by the system or a key of the device, until it gives the microphone back. */
  | (Opened & { readonly silenced: boolean })
  | Exclude<Taken, Opened>;

interface MicrophoneOptions {
  readonly source: MediaSource | undefined;
  readonly onProblem: (problem: MicrophoneProblem) => void;
}

/** The user's microphone: at most one is open, the newest request wins, a busy one leads to the next. */
export class Microphone {
  readonly #options: MicrophoneOptions;
  readonly #listeners = new Set<() => void>();
  #state: MicrophoneState = { kind: 'closed' };
  #asking = 0;
  /** Ends the listeners on the open microphone. */
  #watching = new AbortController();
  #newest: Promise<MicrophoneState> = Promise.resolve(this.#state);

  constructor(options: MicrophoneOptions) {
    this.#options = options;
  }

  get state(): MicrophoneState {
    return this.#state;
  }

  get isSilenced(): boolean {
    return this.#state.kind === 'open' && this.#state.silenced;
  }

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the chosen input, or returns the open one. */
  async open(): Promise<MicrophoneState> {
    return this.#state.kind === 'open' ? this.#state : this.#ask();
  }

  /** Changes the input; an open microphone moves over at once. If the new one cannot be opened, the open one stays. */
  async choose(deviceId: string): Promise<void> {
    const earlier = chosenMicrophone();
    const before = this.#state;
    chooseMicrophone(deviceId);
    if (before.kind === 'closed') return;
    const after = await this.#ask();
    if (before.kind === 'open' && after.kind === 'open' && after.stream === before.stream) chooseMicrophone(earlier);
  }

  close(): void {
    this.#asking++;
    this.#set({ kind: 'closed' });
  }

  #ask(): Promise<MicrophoneState> {
    this.#newest = this.#take(++this.#asking);
    return this.#newest;
  }

  async #take(mine: number): Promise<MicrophoneState> {
    if (this.#state.kind !== 'open') this.#set({ kind: 'opening' });
    const found = await takeMicrophone(this.#options);
    if (mine === this.#asking) {
      if (found.kind !== 'open' && this.#state.kind === 'open' && isLive(this.#state.stream)) return this.#state;
      this.#set(found.kind === 'open' ? { ...found, silenced: isSilenced(found.stream) } : found);
      if (found.kind === 'open') this.#watch(found);
      return this.#state;
    }
    if (found.kind === 'open') letGo(found.stream);
    return this.#state.kind === 'opening' ? this.#newest : this.#state;
  }

  /**
   * Takes the next microphone when this one is pulled out or no longer allowed. Chromium keeps a track that was played into an
   * audio context for as long as the page, and its listeners with it.
   */
  #watch(opened: Opened): void {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    const [track] = opened.stream.getAudioTracks();
    const look = () => this.#set({ ...opened, silenced: isSilenced(opened.stream) });
    track?.addEventListener('ended', () => void this.#ask(), { signal });
    track?.addEventListener('mute', look, { signal });
    track?.addEventListener('unmute', look, { signal });
  }

  #set(state: MicrophoneState): void {
    const before = this.#state;
    if (before === state) return;
    this.#state = state;
    if (before.kind === 'open' && !(state.kind === 'open' && state.stream === before.stream)) {
      this.#watching.abort();
      letGo(before.stream);
    }
    for (const listener of this.#listeners) listener();
  }
}

function isLive(stream: MediaStream): boolean {
  return stream.getAudioTracks().some(({ readyState }) => readyState === 'live');
}

function isSilenced(stream: MediaStream): boolean {
  return stream.getAudioTracks().every(({ muted }) => muted);
}
