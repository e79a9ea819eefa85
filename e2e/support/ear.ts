import type { Page } from '@playwright/test';

/** What a page's own peer connections hear and use. Put into the page before anything else runs there. */
declare global {
  interface Window {
    testEar: {
      connections: RTCPeerConnection[];
      analysers: Map<string, AnalyserNode>;
      /** What became of each connection, and when: milliseconds since the epoch, whatever the page's clock says. */
      events: { at: number; what: string }[];
    };
  }
}

/** What arrives from the other side. */
export interface Hearing {
  /** The loudest frequency in the remote track, before the element's volume; null when it is silent. */
  hertz: number | null;
  /** 0 to 1, as it is played: the element's volume and mute included. */
  played: number;
}

export interface SelectedPair {
  local: string;
  remote: string;
}

/** Runs in the page. Speech processing takes a steady tone for noise, so it is switched off. */
export function growEar(): void {
  const connections: RTCPeerConnection[] = [];
  const events: Window['testEar']['events'] = [];
  let made = 0;
  window.testEar = { connections, analysers: new Map(), events };
  // WebKitGTK has none, as Debian builds it.
  if (!('RTCPeerConnection' in window)) return;
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
      const number = ++made;
      const note = (what: string): void => {
        events.push({ at: performance.timeOrigin + performance.now(), what: `connection ${number}: ${what}` });
      };
      this.addEventListener('signalingstatechange', () => note(`signals ${this.signalingState}`));
      this.addEventListener('icegatheringstatechange', () => note(`gathering ${this.iceGatheringState}`));
      this.addEventListener('iceconnectionstatechange', () => note(`ice ${this.iceConnectionState}`));
      this.addEventListener('connectionstatechange', () => note(this.connectionState));
      this.addEventListener('icecandidate', ({ candidate }) => note(candidate?.candidate ?? 'no more candidates'));
      this.addEventListener('icecandidateerror', ({ url, errorCode, errorText }) =>
        note(`candidate error ${errorCode} ${errorText} (${url})`),
      );
    }
  };
  // Pages without a secure origin, about:blank among them, have none.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = (constraints = {}) => {
    const asked = typeof constraints.audio === 'object' ? constraints.audio : {};
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    return ask({ ...constraints, audio: { ...asked, ...plain } });
  };
}

export function hear(page: Page): Promise<Hearing> {
  return page.evaluate(async () => {
    const { connections, analysers } = window.testEar;
    const connection = connections.findLast(({ connectionState }) => connectionState === 'connected');
    const track = connection?.getReceivers().find(({ track: { kind } }) => kind === 'audio')?.track;
    if (connection === undefined || track === undefined) return { hertz: null, played: 0 };
    let played = 0;
    for (const report of (await connection.getStats(track)).values()) {
      if (report.type === 'inbound-rtp') played = report.audioLevel ?? 0;
    }
    const known = analysers.get(track.id);
    if (known === undefined) {
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      analysers.set(track.id, analyser);
      return { hertz: null, played };
    }
    const decibels = new Float32Array(known.frequencyBinCount);
    known.getFloatFrequencyData(decibels);
    const loudest = decibels.indexOf(Math.max(...decibels));
    const silent = (decibels[loudest] ?? -Infinity) < -60;
    return { hertz: silent ? null : (loudest * known.context.sampleRate) / known.fftSize, played };
  });
}

/** Lets go of the calls that are over: whoever has many of them in one page hears nothing of the later ones otherwise. */
export function forget(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { connections, analysers } = window.testEar;
    for (const { context } of analysers.values()) if (context instanceof AudioContext) await context.close();
    analysers.clear();
    connections.length = 0;
  });
}

/** The page takes its connection for lost, or sees again what is; the other side's own stays as it is. */
export function seeConnection(page: Page, as: 'lost' | 'it is'): Promise<void> {
  return page.evaluate((seen) => {
    // A check of the connection, in a search of 3 s, has closed its own.
    const connection = window.testEar.connections.findLast(({ signalingState }) => signalingState !== 'closed');
    if (connection === undefined) throw new Error('no connection to see');
    if (seen === 'lost') Object.defineProperty(connection, 'connectionState', { value: 'failed', configurable: true });
    else Reflect.deleteProperty(connection, 'connectionState');
    connection.dispatchEvent(new Event('connectionstatechange'));
  }, as);
}

/** The kinds of candidates the living connection runs over: host, srflx, prflx or relay. */
export function selectedPair(page: Page): Promise<SelectedPair | null> {
  return page.evaluate(async () => {
    const connection = window.testEar.connections.findLast(({ connectionState }) => connectionState === 'connected');
    const stats = await connection?.getStats();
    const reports = [...(stats?.values() ?? [])];
    const transport = reports.find(({ type }) => type === 'transport');
    const pair = reports.find(({ id }) => id === transport?.selectedCandidatePairId);
    const kind = (id: unknown) => reports.find((report) => report.id === id)?.candidateType;
    const [local, remote] = [kind(pair?.localCandidateId), kind(pair?.remoteCandidateId)];
    return typeof local === 'string' && typeof remote === 'string' ? { local, remote } : null;
  });
}
