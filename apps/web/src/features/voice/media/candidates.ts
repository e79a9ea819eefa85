import type { IceCandidate } from '@yonder/contract';
import { ufragOf } from './sdp.ts';

/** As many that came before what they belong to are kept. */
export const MOST_EARLY = 100;

/** A candidate belongs to the description with its ufrag. */
export function belongs({ usernameFragment }: IceCandidate, { remoteDescription }: RTCPeerConnection): boolean {
  if (remoteDescription === null) return false;
  return !usernameFragment || usernameFragment === ufragOf(remoteDescription.sdp);
}

export async function addCandidate(connection: RTCPeerConnection, candidate: IceCandidate): Promise<void> {
  const { candidate: line, sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate;
  // One bad candidate is one path less, not the end of the call.
  await connection.addIceCandidate({ candidate: line, sdpMid, sdpMLineIndex, usernameFragment }).catch(() => {});
}

/** As it goes over the wire; null: the browser's mark for the end. */
export function toWire(candidate: RTCIceCandidate | null): IceCandidate | null {
  if (candidate === null || candidate.candidate === '') return null;
  const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
  return { candidate: line, sdpMid, sdpMLineIndex, usernameFragment };
}

/**
 * Chromium throws away what a connection has gathered ahead when an answer is set, but takes it for a provisional one:
 * then the first candidate is there at once and not after 60 ms. Firefox knows no provisional answers and goes without.
 */
export async function useCandidatesAtHand(
  connection: RTCPeerConnection,
  { sdp }: RTCSessionDescriptionInit,
): Promise<void> {
  await connection.setLocalDescription({ type: 'pranswer', sdp: sdp ?? '' }).catch(() => {});
}
