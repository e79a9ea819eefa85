/* What is heard and sent: gains, volumes, the loudness of both sides, the place the sound comes out of. */
import { FIXED } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import { levelOf, type Levels } from '../../../ui/scene/index.ts';

export type Output = 'earpiece' | 'speaker';

/** Whose voice counts, here and over there. */
export interface Audible {
  readonly remote: 'heard' | 'silent';
  readonly own: 'heard' | 'silent';
}

interface SoundOptions {
  readonly after: (ms: number, run: () => void) => Stop;
  readonly userAgent: string;
  /** play() was refused until the person touches the page, or is no longer. */
  readonly onBlocked: (blocked: boolean) => void;
  /** Playing failed for another reason. */
  readonly onPlaybackProblem: () => void;
  /** The track to send has become another one. */
  readonly onSentTrack: () => void;
}

/** Safari on an iPhone: an element's volume is read-only there, so a gain does its work. */
export function isSafariPhone(userAgent: string): boolean {
  return /iPhone|iPod/.test(userAgent) && /Version\/\S+ .*Safari/.test(userAgent);
}

export function volumeOf(output: Output, safariPhone: 'yes' | 'no'): number {
  if (output === 'speaker') return FIXED.volume.speaker;
  return safariPhone === 'yes' ? FIXED.volume.safariPhone : FIXED.volume.earpiece;
}

/** A loudness meter on a stream; silent while the page may not make sound. */
class Meter {
  readonly #source: MediaStreamAudioSourceNode;
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(context: AudioContext, stream: MediaStream) {
    this.#source = context.createMediaStreamSource(stream);
    this.#analyser = context.createAnalyser();
    this.#analyser.fftSize = 1024;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#source.connect(this.#analyser);
  }

  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return levelOf(this.#samples);
  }

  close(): void {
    this.#source.disconnect();
  }
}

interface Own {
  readonly raw: MediaStreamTrack;
  readonly softened: MediaStreamTrack;
  readonly source: MediaStreamAudioSourceNode;
  readonly meter: Meter;
}

export class Sound {
  readonly #options: SoundOptions;
  readonly #safariPhone: 'yes' | 'no';
  #context: AudioContext | null = null;
  #element: HTMLAudioElement | null = null;
  #own: Own | null = null;
  #remote: { meter: Meter; gain: GainNode; source: MediaStreamAudioSourceNode } | null = null;
  #wanted: Audible = { remote: 'silent', own: 'silent' };
  #output: Output = 'earpiece';
  #sink = '';
  #retries: Stop[] = [];

  constructor(options: SoundOptions) {
    this.#options = options;
    this.#safariPhone = isSafariPhone(options.userAgent) ? 'yes' : 'no';
  }

  /** From a press: browsers let a page make sound only then. */
  wake(): void {
    this.#open();
    if (this.#element?.srcObject) void this.#play();
  }

  /** Nothing is heard or sent for now, and the device need not work for it. Kept: what was allowed once may sound again without a press. */
  rest(): void {
    void this.#context?.suspend().catch(() => {});
  }

  levels = (): Levels => ({
    them: this.#wanted.remote === 'heard' ? (this.#remote?.meter.level() ?? 0) : 0,
    me: this.#own?.meter.level() ?? 0,
  });

  /** The person's own stream; null when there is none. */
  own(stream: MediaStream | null): void {
    this.#own?.source.disconnect();
    this.#own?.meter.close();
    const [raw] = stream?.getAudioTracks() ?? [];
    this.#own = stream === null || raw === undefined ? null : this.#chain(stream, raw);
    this.#apply();
    this.#options.onSentTrack();
  }

  /** Softened to 0.8 while the page may make sound; before that the plain track, which needs no permission. */
  sentTrack(): MediaStreamTrack | null {
    if (this.#own === null) return null;
    return this.#context?.state === 'running' ? this.#own.softened : this.#own.raw;
  }

  /** The other person's track; null ends it. */
  remote(track: MediaStreamTrack | null): void {
    this.#remote?.source.disconnect();
    this.#remote?.meter.close();
    this.#remote = null;
    const element = this.#audio();
    if (track === null) {
      element.srcObject = null;
      this.#options.onBlocked(false);
      return;
    }
    const stream = new MediaStream([track]);
    const context = this.#open();
    const gain = context.createGain();
    const source = context.createMediaStreamSource(stream);
    this.#remote = { meter: new Meter(context, stream), gain, source };
    if (this.#safariPhone === 'yes') source.connect(gain).connect(context.destination);
    element.srcObject = stream;
    this.#apply();
    void this.#play();
  }

  set(wanted: Audible): void {
    const unmutes = wanted.remote === 'heard' && this.#wanted.remote === 'silent';
    this.#wanted = wanted;
    for (const stop of this.#retries.splice(0)) stop();
    this.#apply();
    if (!unmutes) return;
    // Some browsers drop the first attempts right after a pause.
    this.#retries = FIXED.remoteUnmuteRetryMs.map((ms) => this.#options.after(ms, () => this.#unmute()));
  }

  output(output: Output): void {
    this.#output = output;
    this.#apply();
  }

  /** Where browsers can choose the loudspeaker. */
  async sink(deviceId: string): Promise<void> {
    this.#sink = deviceId;
    // A device that has gone leaves the sound where it was.
    await this.#audio()
      .setSinkId?.(deviceId)
      .catch(() => {});
  }

  get sinkId(): string {
    return this.#sink;
  }

  close(): void {
    for (const stop of this.#retries.splice(0)) stop();
    this.own(null);
    this.remote(null);
    this.#element?.remove();
    this.#element = null;
    void this.#context?.close();
    this.#context = null;
  }

  #open(): AudioContext {
    const context = this.#context ?? this.#make();
    // The first time refused outside a press; the next one asks again.
    void context.resume().catch(() => {});
    return context;
  }

  #make(): AudioContext {
    const context = new AudioContext();
    context.addEventListener('statechange', () => this.#options.onSentTrack());
    this.#context = context;
    return context;
  }

  #audio(): HTMLAudioElement {
    if (this.#element !== null) return this.#element;
    const element = document.createElement('audio');
    element.hidden = true;
    element.autoplay = true;
    element.setAttribute('playsinline', '');
    document.body.append(element);
    this.#element = element;
    return element;
  }

  #chain(stream: MediaStream, raw: MediaStreamTrack): Own | null {
    const context = this.#open();
    const source = context.createMediaStreamSource(stream);
    const gain = context.createGain();
    gain.gain.value = FIXED.volume.sentTrack;
    const destination = context.createMediaStreamDestination();
    source.connect(gain).connect(destination);
    const [softened] = destination.stream.getAudioTracks();
    return softened === undefined ? null : { raw, softened, source, meter: new Meter(context, stream) };
  }

  #apply(): void {
    const heard = this.#wanted.own === 'heard';
    if (this.#own !== null) this.#own.softened.enabled = this.#own.raw.enabled = heard;
    const silent = this.#wanted.remote === 'silent';
    const volume = volumeOf(this.#output, this.#safariPhone);
    if (this.#remote !== null) this.#remote.gain.gain.value = silent ? 0 : volume;
    if (this.#element === null) return;
    this.#element.muted = silent || this.#safariPhone === 'yes';
    this.#element.volume = volume;
  }

  #unmute(): void {
    this.#apply();
    if (this.#element?.srcObject && this.#element.paused) void this.#play();
  }

  async #play(): Promise<void> {
    try {
      await this.#element?.play();
      this.#options.onBlocked(false);
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError') this.#options.onBlocked(true);
      // A newer stream took its place while it was starting.
      else if (name !== 'AbortError') this.#options.onPlaybackProblem();
    }
  }
}
