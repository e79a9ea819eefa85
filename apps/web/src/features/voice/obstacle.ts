/** Why no call can be made from this page. no-live: not over this network. */
export type Obstacle = 'no-webrtc' | 'insecure' | 'no-microphone' | 'no-live';

interface Surroundings {
  hasWebRtc: boolean;
  /** Whether the browser has microphones for this page at all. */
  hasDevices: boolean;
  /** Whether it is served over https, or from this machine. */
  isSecure: boolean;
  /** Whether live connections are blocked. */
  isBlocked: boolean;
}

/** Null when none is known. */
export function findObstacle({ hasWebRtc, hasDevices, isSecure, isBlocked }: Surroundings): Obstacle | null {
  if (!hasDevices && !isSecure) return 'insecure';
  if (!hasWebRtc) return 'no-webrtc';
  if (!hasDevices) return 'no-microphone';
  return isBlocked ? 'no-live' : null;
}
