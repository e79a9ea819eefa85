/** Why there is no microphone. */
export type MicrophoneProblem = 'denied' | 'missing' | 'busy' | 'failed' | NoDevices;

/** Why a page is given no microphone at all, however often one tries. */
export type NoDevices = 'insecure' | 'unsupported';

/** Null: the browser has microphones for this page. Extensions and settings leave the property there, and empty. */
export function findNoDevices(): NoDevices | null {
  const { mediaDevices }: { mediaDevices?: Partial<MediaDevices> } = navigator;
  if (mediaDevices?.getUserMedia !== undefined) return null;
  return window.isSecureContext ? 'unsupported' : 'insecure';
}

/** Maps a browser's error to a problem. */
export function microphoneProblem(error: unknown): MicrophoneProblem {
  switch (error instanceof Error || error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return 'denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'TrackStartError':
      return 'busy';
    default:
      return 'failed';
  }
}
