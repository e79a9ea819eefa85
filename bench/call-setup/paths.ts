import { createHmac } from 'node:crypto';
import type { Participant } from '../../e2e/support/participant.ts';
import type { TurnServer } from '../../e2e/support/turn-server.ts';
import type { Configurations } from './bare-pair.ts';

/** What the next bare pair needs to meet through a relay. */
export type Path = () => Promise<Configurations>;

const CREDENTIAL_SECONDS = 3_600;

/** The product's own relay connects nobody but the two sides of a call: the bare pair borrows a call of two other people. */
export async function pathThroughProduct([one, other]: readonly [Participant, Participant]): Promise<Path> {
  const sockets = [await one.wire.online(), await other.wire.online()];
  await one.wire.call('joinCallQueue', null);
  const met = await other.wire.call('joinCallQueue', null);
  if (!('callId' in met)) throw new Error('two people who wait were not brought together');
  for (const close of sockets) close();
  const { callId } = met;
  for (const { wire } of [one, other]) await wire.call('startCallSession', { callId });
  for (const { wire } of [one, other]) await wire.call('reportMediaStatus', { callId, status: 'connected' });
  const through = async ({ wire }: Participant): Promise<RTCConfiguration> => {
    const { iceServers, iceTransportPolicy } = await wire.call('getIceServers', { callId });
    return { iceServers, iceTransportPolicy };
  };
  return async () => ({ offers: await through(one), answers: await through(other) });
}

/** A time-limited name as coturn expects it. */
export function pathThroughCoturn({ settings }: TurnServer): Path {
  const username = `${Math.floor(Date.now() / 1000) + CREDENTIAL_SECONDS}:bench`;
  const credential = createHmac('sha1', settings.TURN_SECRET).update(username).digest('base64');
  const iceServers = [{ urls: [settings.TURN_URLS], username, credential }];
  const relayed: RTCConfiguration = { iceServers, iceTransportPolicy: 'relay' };
  return async () => ({ offers: relayed, answers: relayed });
}
