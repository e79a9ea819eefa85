import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './address.ts';

interface Taker {
  network: string;
  answers: number;
  onClose(): void;
}

/** Answers that clients have not taken yet. An open file, or the whole text of an answer, is held until then. */
export interface OnTheirWay {
  /** Counts an answer as being sent from now on. */
  add(request: Pick<FastifyRequest, 'address' | 'raw'>, reply: Pick<FastifyReply, 'raw'>): void;
}

/**
 * Counts the answers on their way. Beyond `most` it cuts off a connection of the network that has most of them: the one
 * with the oldest answers. A network that takes its answers has a few for a moment.
 */
export function createOnTheirWay(most: number): OnTheirWay {
  /** In the order in which their answers began. */
  const takers = new Map<Socket, Taker>();
  let all = 0;

  function enter(socket: Socket, address: string): Taker {
    // Pipelined answers behind the first never learn that the connection has ended.
    const onClose = (): void => remove(socket, taker, taker.answers);
    const taker: Taker = { network: networkOf(address), answers: 0, onClose };
    socket.once('close', onClose);
    takers.set(socket, taker);
    return taker;
  }

  function remove(socket: Socket, taker: Taker, answers: number): void {
    if (takers.get(socket) !== taker) return;
    taker.answers -= answers;
    all -= answers;
    if (taker.answers > 0) return;
    takers.delete(socket);
    socket.off('close', taker.onClose);
  }

  function cutOff(): void {
    const networks = new Map<string, number>();
    for (const { network, answers } of takers.values()) {
      networks.set(network, (networks.get(network) ?? 0) + answers);
    }
    const largest = Math.max(...networks.values());
    const slowest = [...takers].find(([, { network }]) => networks.get(network) === largest);
    if (!slowest) return;
    const [socket, taker] = slowest;
    remove(socket, taker, taker.answers);
    socket.destroy();
  }

  return {
    add({ address, raw: { socket } }, { raw }) {
      if (socket.destroyed) return;
      const taker = takers.get(socket) ?? enter(socket, address);
      taker.answers += 1;
      all += 1;
      raw.once('close', () => remove(socket, taker, 1));
      if (all > most) cutOff();
    },
  };
}
