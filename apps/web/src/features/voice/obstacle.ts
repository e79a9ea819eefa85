/** Why no call can be made from this page, however often one tries. no-live: not over this network. */
export type Obstacle = 'no-webrtc' | 'insecure' | 'no-microphone' | 'no-live';

interface Surroundings {
  hasWebRtc: boolean;
  /** Whether the browser has microphones for this page at all. */
  hasDevices: boolean;
  /** Served over https, or from this very machine. */
  isSecure: boolean;
  /** Live connections do not get through. */
  isBlocked: boolean;
}

/** Null: none is known. */
export function findObstacle({ hasWebRtc, hasDevices, isSecure, isBlocked }: Surroundings): Obstacle | null {
  if (!hasDevices && !isSecure) return 'insecure';
  if (!hasWebRtc) return 'no-webrtc';
  if (!hasDevices) return 'no-microphone';
  return isBlocked ? 'no-live' : null;
}
