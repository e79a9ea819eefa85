/* What is heard and sent: gains, volumes, the loudness of both sides, the output. */
import { FIXED } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { PageAudio } from '../../../lib/page-audio.ts';
import { type Meter, openMeter } from '../../../ui/meter.ts';
import type { Levels } from '../../../ui/scene/index.ts';

export type Output = 'earpiece' | 'speaker';

/** Whether either side's voice is heard. */
export interface Audible {
  readonly remote: 'heard' | 'silent';
  readonly own: 'heard' | 'silent';
}

/** Whether an element's volume can be set. On iPhones and iPads, in every browser, it cannot: a gain does its work. */
type ElementVolume = 'settable' | 'fixed';

interface SoundOptions {
  readonly audio: PageAudio;
  readonly after: (ms: number, run: () => void) => Stop;
  /** Runs when the partner cannot be heard until the user touches the page, and when that is over. */
  readonly onBlocked: (blocked: boolean) => void;
  /** Playing failed for another reason. */
  readonly onPlaybackProblem: () => void;
  /** The track to send has changed. */
  readonly onSentTrack: () => void;
}

/** iOS reads a new volume back at first, and its own a moment later. */
const VOLUME_SETTLES_MS = 100;
const PROBED_VOLUME = 0.5;
const PLAY_AGAIN_MS = 1_000;

export function volumeOf(output: Output, elementVolume: ElementVolume): number {
  if (output === 'speaker') return FIXED.volume.speaker;
  return elementVolume === 'fixed' ? FIXED.volume.fixedElement : FIXED.volume.earpiece;
}

interface Softened {
  readonly track: MediaStreamTrack;
  readonly source: MediaStreamAudioSourceNode;
}

interface Own {
  readonly stream: MediaStream;
  readonly raw: MediaStreamTrack;
  /** Null where the browser lets no context read the microphone. */
  readonly softened: Softened | null;
  readonly meter: Meter;
}

interface Gained {
  readonly source: MediaStreamAudioSourceNode;
  readonly gain: GainNode;
}

interface Remote {
  readonly meter: Meter;
  /** Null where the browser lets no context read the partner's sound: the element alone plays it. */
  readonly gained: Gained | null;
}

export class Sound {
  readonly #options: SoundOptions;
  #elementVolume: ElementVolume = 'settable';
  /** Set while the page's audio is held. */
  #release: Stop | null = null;
  #element: HTMLAudioElement | null = null;
  #own: Own | null = null;
  #remote: Remote | null = null;
  #wanted: Audible = { remote: 'silent', own: 'silent' };
  #output: Output = 'earpiece';
  #sink = '';
  #retries: Stop[] = [];
  #playAgain: Stop | null = null;
  #isBlocked = false;
  #sent: MediaStreamTrack | null = null;

  constructor(options: SoundOptions) {
    this.#options = options;
    options.audio.subscribe(() => this.#audioChanged());
  }

  /** Called from a press: browsers let a page make sound only then. */
  wake(): void {
    this.#hold();
    this.#options.audio.resume();
    if (this.#remote !== null) void this.#play();
  }

  /** Lets the device rest: nothing is heard or sent for now. */
  rest(): void {
    this.#release?.();
    this.#release = null;
  }

  levels = (): Levels => ({
    them: this.#wanted.remote === 'heard' ? (this.#remote?.meter.level() ?? 0) : 0,
    me: this.#own?.meter.level() ?? 0,
  });

  /** Whether `levels` says anything of the user's own voice. */
  get isMeasured(): boolean {
    return this.#own !== null && this.#own.meter.level() !== null;
  }

  /** Sets the user's own stream; null when there is none. */
  own(stream: MediaStream | null): void {
    if (this.#own !== null && this.#own.stream === stream) return;
    this.#own?.softened?.source.disconnect();
    this.#own?.meter.close();
    const [raw] = stream?.getAudioTracks() ?? [];
    const { audio } = this.#options;
    if (stream === null || raw === undefined) {
      this.#own = null;
    } else {
      this.#hold();
      this.#own = { stream, raw, softened: this.#soften(stream), meter: openMeter(audio, stream) };
    }
    this.#apply();
    this.#tellSent();
  }

  /** The track to send: softened to 0.8 while the page may make sound; before that the plain one, which needs no permission. */
  sentTrack(): MediaStreamTrack | null {
    if (this.#own === null) return null;
    return (this.#options.audio.isRunning && this.#own.softened?.track) || this.#own.raw;
  }

  /** Sets the partner's track; null ends it. */
  remote(track: MediaStreamTrack | null): void {
    this.#remote?.gained?.source.disconnect();
    this.#remote?.meter.close();
    this.#remote = null;
    if (track === null) {
      if (this.#element !== null) this.#element.srcObject = null;
      this.#tellBlocked();
      return;
    }
    this.#hold();
    const element = this.#audio();
    const stream = new MediaStream([track]);
    this.#remote = { meter: openMeter(this.#options.audio, stream), gained: this.#gain(stream) };
    element.srcObject = stream;
    this.#apply();
    void this.#play();
  }

  set(wanted: Audible): void {
    const unmutes = wanted.remote === 'heard' && this.#wanted.remote === 'silent';
    this.#wanted = wanted;
    for (const stop of this.#retries.splice(0)) stop();
    this.#apply();
    this.#tellBlocked();
    if (!unmutes) return;
    // Some browsers drop the first attempts right after a pause.
    this.#retries = FIXED.remoteUnmuteRetryMs.map((ms) => this.#options.after(ms, () => this.#unmute()));
  }

  output(output: Output): void {
    this.#output = output;
    this.#apply();
  }

  /** Chooses the loudspeaker, where browsers can. */
  async sink(deviceId: string): Promise<void> {
    this.#sink = deviceId;
    // A device that is gone leaves the sound where it was.
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
    this.rest();
  }

  #hold(): void {
    this.#release ??= this.#options.audio.hold();
  }

  #audio(): HTMLAudioElement {
    if (this.#element !== null) return this.#element;
    const element = document.createElement('audio');
    element.hidden = true;
    element.autoplay = true;
    element.setAttribute('playsinline', '');
    element.addEventListener('playing', () => this.#tellBlocked());
    element.addEventListener('pause', () => this.#paused());
    document.body.append(element);
    this.#element = element;
    this.#apply();
    this.#probeVolume();
    return element;
  }

  /** Probes with an element of its own: at full volume the playing one cannot show the difference. */
  #probeVolume(): void {
    const probe = document.createElement('audio');
    probe.volume = PROBED_VOLUME;
    this.#options.after(VOLUME_SETTLES_MS, () => {
      if (probe.volume === PROBED_VOLUME) return;
      this.#elementVolume = 'fixed';
      this.#apply();
    });
  }

  #soften(stream: MediaStream): Softened | null {
    const { context } = this.#options.audio;
    if (context === null) return null;
    try {
      const source = context.createMediaStreamSource(stream);
      const gain = context.createGain();
      gain.gain.value = FIXED.volume.sentTrack;
      const destination = context.createMediaStreamDestination();
      source.connect(gain).connect(destination);
      const [track] = destination.stream.getAudioTracks();
      return track === undefined ? null : { track, source };
    } catch {
      // The plain track is sent.
      return null;
    }
  }

  #gain(stream: MediaStream): Gained | null {
    const { context } = this.#options.audio;
    if (context === null) return null;
    try {
      return { source: context.createMediaStreamSource(stream), gain: context.createGain() };
    } catch {
      // The element plays it, at its own volume.
      return null;
    }
  }

  /** Whether the gain is heard. While its context is suspended or interrupted, the element is. */
  #isGained(): boolean {
    const hasGain = (this.#remote?.gained ?? null) !== null;
    return hasGain && this.#elementVolume === 'fixed' && this.#options.audio.isRunning;
  }

  #apply(): void {
    const heard = this.#wanted.own === 'heard';
    if (this.#own !== null) {
      this.#own.raw.enabled = heard;
      if (this.#own.softened !== null) this.#own.softened.track.enabled = heard;
    }
    const silent = this.#wanted.remote === 'silent';
    const volume = volumeOf(this.#output, this.#elementVolume);
    const gained = this.#remote?.gained ?? null;
    if (gained !== null && this.#elementVolume === 'fixed') {
      gained.gain.gain.value = silent ? 0 : volume;
      gained.source.connect(gained.gain).connect(gained.gain.context.destination);
    }
    if (this.#element === null) return;
    this.#element.muted = silent || this.#isGained();
    this.#element.volume = volume;
  }

  /** The context starts or stops, or the page is shown or touched. */
  #audioChanged(): void {
    if (this.#release === null) return;
    this.#tellSent();
    this.#unmute();
    this.#tellBlocked();
  }

  #unmute(): void {
    this.#apply();
    if (this.#remote !== null && this.#element?.paused) void this.#play();
  }

  /** Paused by the system, or by a browser that lets no page unmute itself. */
  #paused(): void {
    this.#tellBlocked();
    if (this.#remote === null) return;
    this.#playAgain?.();
    this.#playAgain = this.#options.after(PLAY_AGAIN_MS, () => this.#unmute());
  }

  async #play(): Promise<void> {
    try {
      await this.#element?.play();
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      // AbortError: a newer stream took its place while it was starting.
      if (name !== 'NotAllowedError' && name !== 'AbortError') this.#options.onPlaybackProblem();
    }
    this.#tellBlocked();
  }

  #tellSent(): void {
    const track = this.sentTrack();
    if (track === this.#sent) return;
    this.#sent = track;
    this.#options.onSentTrack();
  }

  #tellBlocked(): void {
    const isDue = this.#remote !== null && this.#wanted.remote === 'heard';
    const isBlocked = isDue && this.#element?.paused === true && !this.#isGained();
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#options.onBlocked(isBlocked);
  }
}
