import type { Stop } from '../../../lib/clock.ts';
import { type MicrophoneProblem, microphoneProblem } from '../../../lib/microphone-problem.ts';

export type MicrophoneState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly stream: MediaStream; readonly deviceId: string }
  | { readonly kind: 'unavailable'; readonly problem: MicrophoneProblem };

export type MediaSource = Pick<
  MediaDevices,
  'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>;

interface MicrophoneOptions {
  /** Undefined where the page is not served securely: browsers then hide the devices. */
  readonly source: MediaSource | undefined;
  /** Told at once, also when another input is tried afterwards. */
  readonly onProblem: (problem: MicrophoneProblem) => void;
}

function constraints(deviceId: string | null): MediaStreamConstraints {
  const quality = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  return { audio: deviceId === null ? quality : { ...quality, deviceId: { exact: deviceId } }, video: false };
}

/** The person's microphone: at most one is open, the newest asking wins, a busy one leads to the next. */
export class Microphone {
  readonly #options: MicrophoneOptions;
  readonly #listeners = new Set<() => void>();
  #state: MicrophoneState = { kind: 'closed' };
  #chosen: string | null = null;
  #asking = 0;
  /** The open one. */
  #watching = new AbortController();
  #newest: Promise<MicrophoneState> = Promise.resolve(this.#state);

  constructor(options: MicrophoneOptions) {
    this.#options = options;
  }

  get state(): MicrophoneState {
    return this.#state;
  }

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the chosen input, or answers with the one that is open. */
  async open(): Promise<MicrophoneState> {
    return this.#state.kind === 'open' ? this.#state : this.#ask();
  }

  /** Changes the input; an open microphone moves over at once. */
  async choose(deviceId: string): Promise<void> {
    this.#chosen = deviceId;
    if (this.#state.kind !== 'closed') await this.#ask();
  }

  close(): void {
    this.#asking++;
    this.#set({ kind: 'closed' });
  }

  /** Their names are known once a microphone was allowed. */
  async inputs(): Promise<MediaDeviceInfo[]> {
    const devices = (await this.#options.source?.enumerateDevices()) ?? [];
    return devices.filter(({ kind }) => kind === 'audioinput');
  }

  #ask(): Promise<MicrophoneState> {
    this.#newest = this.#take(++this.#asking);
    return this.#newest;
  }

  async #take(mine: number): Promise<MicrophoneState> {
    if (this.#state.kind !== 'open') this.#set({ kind: 'opening' });
    const found = await this.#find();
    if (mine === this.#asking) {
      this.#set(found);
      if (found.kind === 'open') this.#watch(found.stream);
      return found;
    }
    if (found.kind === 'open') stopAll(found.stream);
    return this.#state.kind === 'opening' ? this.#newest : this.#state;
  }

  async #find(): Promise<MicrophoneState> {
    const { source, onProblem } = this.#options;
    if (source === undefined) {
      onProblem('failed');
      return { kind: 'unavailable', problem: 'failed' };
    }
    const first = await this.#try(source, this.#chosen);
    if (first.kind === 'open') return first;
    if (first.problem === 'missing' && this.#chosen !== null) {
      this.#chosen = null;
      return this.#find();
    }
    onProblem(first.problem);
    if (first.problem !== 'busy') return first;
    return (await this.#tryOthers(source)) ?? first;
  }

  async #try(
    source: MediaSource,
    deviceId: string | null,
  ): Promise<Extract<MicrophoneState, { kind: 'open' | 'unavailable' }>> {
    try {
      const stream = await source.getUserMedia(constraints(deviceId));
      return { kind: 'open', stream, deviceId: stream.getAudioTracks()[0]?.getSettings().deviceId ?? '' };
    } catch (error) {
      return { kind: 'unavailable', problem: microphoneProblem(error) };
    }
  }

  async #tryOthers(source: MediaSource): Promise<MicrophoneState | null> {
    const inputs = await this.inputs().catch(() => []);
    for (const { deviceId } of inputs) {
      if (deviceId === '' || deviceId === 'default' || deviceId === this.#chosen) continue;
      const other = await this.#try(source, deviceId);
      if (other.kind === 'open') return other;
    }
    return null;
  }

  /**
   * Pulled out in the middle of a call: the next one is taken. Chromium keeps a track that was played into an audio
   * context for as long as the page, and with it whoever listens to it.
   */
  #watch(stream: MediaStream): void {
    this.#watching = new AbortController();
    const [track] = stream.getAudioTracks();
    track?.addEventListener('ended', () => void this.#ask(), { signal: this.#watching.signal });
  }

  #set(state: MicrophoneState): void {
    if (this.#state === state) return;
    if (this.#state.kind === 'open') {
      this.#watching.abort();
      stopAll(this.#state.stream);
    }
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
