import type { IceCandidate } from '@yonder/contract';
import { ufragOf } from './sdp.ts';

/** Most signals kept that came before what they belong to. */
export const MOST_EARLY = 100;

/** Whether the candidate belongs to the remote description, by its ufrag. */
export function belongs({ usernameFragment }: IceCandidate, { remoteDescription }: RTCPeerConnection): boolean {
  if (remoteDescription === null) return false;
  return !usernameFragment || usernameFragment === ufragOf(remoteDescription.sdp);
}

export async function addCandidate(connection: RTCPeerConnection, candidate: IceCandidate): Promise<void> {
  const { candidate: line, sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate;
  // One bad candidate is one path less, not the end of the call.
  await connection.addIceCandidate({ candidate: line, sdpMid, sdpMLineIndex, usernameFragment }).catch(() => {});
}

/** The candidate as it is sent; null for the browser's mark of the end. */
export function toWire(candidate: RTCIceCandidate | null): IceCandidate | null {
  if (candidate === null || candidate.candidate === '') return null;
  const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
  return { candidate: line, sdpMid, sdpMLineIndex, usernameFragment };
}

/**
 * Sets the answer as a provisional one first. Chromium drops candidates gathered ahead when an answer is set, but keeps them
 * for a provisional one. The first candidate then comes at once, not after 60 ms. Firefox rejects provisional answers and goes
 * without.
 */
export async function useCandidatesAtHand(
  connection: RTCPeerConnection,
  { sdp }: RTCSessionDescriptionInit,
): Promise<void> {
  await connection.setLocalDescription({ type: 'pranswer', sdp: sdp ?? '' }).catch(() => {});
}
