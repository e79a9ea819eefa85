/** Why there is no microphone. */
export type MicrophoneProblem = 'denied' | 'missing' | 'busy' | 'failed';

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
