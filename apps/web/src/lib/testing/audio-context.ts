/** An AudioContext with the published members that the page uses: suspended until it may run, and again at any time. */
export class FakeAudioContext extends EventTarget {
  static all: FakeAudioContext[] = [];
  /** Whether resume() is granted: in a gesture, or once it has run. */
  static grants: 'resume' | 'nothing' = 'resume';
  /** createMediaStreamSource throws: another sample rate, or against fingerprinting. */
  static listens: 'to streams' | 'to nothing' = 'to streams';

  readonly sampleRate = 8_000;
  readonly destination = { name: 'destination' };
  readonly gains: FakeGain[] = [];
  /** Sounds created here. */
  readonly sources: FakeSource[] = [];
  readonly sent = { enabled: true, name: 'softened' };
  /** Loudness that an analyser measures. */
  loudness: () => number = () => 0;
  currentTime = 0;
  state: AudioContextState | 'interrupted' = 'suspended';

  constructor() {
    super();
    FakeAudioContext.all.push(this);
  }
  /** A change by the system or the browser. */
  become(state: FakeAudioContext['state']): void {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  async resume(): Promise<void> {
    if (FakeAudioContext.grants === 'nothing') throw new DOMException('', 'InvalidStateError');
    this.become('running');
  }
  async suspend(): Promise<void> {
    this.become('suspended');
  }
  createGain(): FakeGain {
    const gain = new FakeGain(this);
    this.gains.push(gain);
    return gain;
  }
  createMediaStreamSource(): FakeNode {
    if (FakeAudioContext.listens === 'to nothing') throw new DOMException('', 'NotSupportedError');
    return new FakeNode(this);
  }
  createAnalyser() {
    const loudness = () => this.loudness();
    return Object.assign(new FakeNode(this), {
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(loudness()),
    });
  }
  createMediaStreamDestination() {
    return Object.assign(new FakeNode(this), { stream: { getAudioTracks: () => [this.sent] } });
  }
  createBuffer() {
    return { copyToChannel: () => {} };
  }
  createBufferSource() {
    const source = new FakeSource(this);
    this.sources.push(source);
    return source;
  }
}

class FakeNode {
  readonly context: FakeAudioContext;
  next: unknown[] = [];
  constructor(context: FakeAudioContext) {
    this.context = context;
  }
  connect<Next>(next: Next): Next {
    // A repeated connection has no effect.
    if (!this.next.includes(next)) this.next.push(next);
    return next;
  }
  disconnect(): void {
    this.next = [];
  }
}

class FakeSource extends FakeNode {
  buffer = null;
  loop = false;
  plays: 'not yet' | 'on' | 'no more' = 'not yet';
  start(): void {
    this.plays = 'on';
  }
  /** @throws before it has started */
  stop(): void {
    if (this.plays === 'not yet') throw new DOMException('', 'InvalidStateError');
    this.plays = 'no more';
  }
}

class FakeGain extends FakeNode {
  readonly gain = { value: 1, setTargetAtTime: () => {} };
}
