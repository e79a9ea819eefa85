import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const LOOPBACK = '127.0.0.1';

/** What lies between one browser and the relay: carries every packet both ways, until it is cut. No root, no tc. */
export interface Cable {
  /** Where the browser finds the relay. */
  readonly port: number;
  /** From then on every packet is lost, and nobody is told. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function layCable(relayPort: number): Promise<Cable> {
  /** Of each address over here its own socket over there: to the relay they are different clients. */
  const outlets = new Map<string, Socket>();
  let state: 'whole' | 'cut' = 'whole';
  const inlet = createSocket('udp4');
  inlet.on('message', (packet, { address, port }) => {
    if (state === 'cut') return;
    const outlet = outlets.get(`${address}:${port}`) ?? outletFor(address, port);
    outlet.send(packet, relayPort, LOOPBACK);
  });
  inlet.bind(0, LOOPBACK);
  await once(inlet, 'listening');

  /** Browsers do not speak to loopback from loopback. */
  function outletFor(address: string, port: number): Socket {
    const outlet = createSocket('udp4');
    outlet.on('message', (packet) => {
      if (state === 'whole') inlet.send(packet, port, address);
    });
    outlets.set(`${address}:${port}`, outlet);
    return outlet;
  }

  return {
    port: inlet.address().port,
    cut() {
      state = 'cut';
    },
    mend() {
      state = 'whole';
    },
    close() {
      for (const socket of [inlet, ...outlets.values()]) socket.close();
    },
  };
}

/** Runs in the page: whatever relay it is told of, it finds it at the end of the cable. */
export function plugIn(port: number): void {
  const plugged = (configuration?: RTCConfiguration): RTCConfiguration => ({
    ...configuration,
    iceServers:
      configuration?.iceServers?.map((server) => ({ ...server, urls: `turn:127.0.0.1:${port}?transport=udp` })) ?? [],
  });
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(plugged(configuration));
    }
    override setConfiguration(configuration?: RTCConfiguration): void {
      super.setConfiguration(plugged(configuration));
    }
  };
}
