import type { Stop } from '../../../lib/clock.ts';

/** Opens a peer connection. */
type Connect = (configuration: RTCConfiguration) => RTCPeerConnection;

/** Two relay identities of one user; what one sends reaches only the other. */
export type Sides = readonly [Pick<RTCConfiguration, 'iceServers'>, Pick<RTCConfiguration, 'iceServers'>];

interface LoopOptions {
  sides: Sides;
  connect: Connect;
  after: (ms: number, run: () => void) => Stop;
}

export interface Loop {
  /** True once all messages came back; false when not in time. Rejects where the two ends cannot agree. */
  passed: Promise<boolean>;
  close(): void;
}

/** A connection takes some 300 ms at home and 3 s over TCP from far away. */
const LOOP_WITHIN_MS = 8_000;
/** More than a handshake alone, so that the relay has seen traffic in both directions. */
const MESSAGES = 5;

/**
 * Sends messages from this page through the relay to this page and back.
 * @throws Error: the browser refuses a connection.
 */
export function openLoop({ sides, connect, after }: LoopOptions): Loop {
  const { promise: passed, resolve, reject } = Promise.withResolvers<boolean>();
  const stopWaiting = after(LOOP_WITHIN_MS, () => resolve(false));
  const ends: RTCPeerConnection[] = [];
  function open(side: Sides[number]): RTCPeerConnection {
    const end = connect({ ...side, iceTransportPolicy: 'relay' });
    ends.push(end);
    return end;
  }
  function close(): void {
    stopWaiting();
    for (const end of ends) end.close();
    resolve(false);
  }
  try {
    const [near, far] = [open(sides[0]), open(sides[1])];
    exchangeCandidates(near, far);
    exchangeCandidates(far, near);
    far.ondatachannel = ({ channel }) => {
      channel.addEventListener('message', ({ data }) => channel.send(String(data)));
    };
    countEchoes(near.createDataChannel('check'), () => resolve(true));
    // If closed meanwhile, it has resolved, and a rejection changes nothing.
    negotiate(near, far).catch(reject);
  } catch (error) {
    close();
    throw error;
  }
  return { passed, close };
}

function exchangeCandidates(from: RTCPeerConnection, to: RTCPeerConnection): void {
  from.onicecandidate = ({ candidate }) => {
    // Rejected once the other end is closed.
    if (candidate !== null) void to.addIceCandidate(candidate).catch(() => {});
  };
}

function countEchoes(channel: RTCDataChannel, onAll: () => void): void {
  let echoes = 0;
  channel.addEventListener('open', () => {
    for (let i = 0; i < MESSAGES; i++) channel.send(String(i));
  });
  channel.addEventListener('message', () => {
    echoes += 1;
    if (echoes === MESSAGES) onAll();
  });
}

async function negotiate(near: RTCPeerConnection, far: RTCPeerConnection): Promise<void> {
  const offer = await near.createOffer();
  await far.setRemoteDescription(offer);
  await near.setLocalDescription(offer);
  const answer = await far.createAnswer();
  await near.setRemoteDescription(answer);
  await far.setLocalDescription(answer);
}
