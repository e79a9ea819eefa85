import type { IceServers } from '@yonder/contract';

export function configurationOf({ iceServers, iceTransportPolicy }: IceServers): RTCConfiguration {
  return { iceServers, iceTransportPolicy, iceCandidatePoolSize: 1, bundlePolicy: 'max-bundle' };
}
