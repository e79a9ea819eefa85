import { FIXED } from '@yonder/contract';
import { after, monotonic } from '../../../lib/clock.ts';
import type { MicrophoneProblem } from '../../../lib/microphone-problem.ts';
import { pageAudio } from '../../../lib/page-audio.ts';
import { letGo, takeMicrophone } from '../../../lib/take-microphone.ts';
import { openMeter } from '../../../ui/meter.ts';
import type { Capture } from './recorder.ts';

/** Opus where it can be, AAC where Safari has nothing else. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];
/** Opus is clear speech at that. */
const BITS_PER_SECOND = 32_000;
const PIECE_MS = 1_000;
/** A microphone that has only just been opened may be silent for a moment. */
const MUTED_MS = 1_000;
/** Within what the server takes, whatever a recorder adds at its end. */
const LONGEST_MS = (FIXED.voiceMessageSeconds + FIXED.voiceGraceSeconds / 2) * 1_000;
/** Enough to draw how loud it is. */
const DECODED_RATE = 16_000;

/** Opens the microphone and records it; answers what is in the way of that. @throws where nothing can be recorded */
export async function openCapture(): Promise<Capture | MicrophoneProblem> {
  const taken = await takeMicrophone({ source: navigator.mediaDevices, onProblem: () => {} });
  if (taken.kind === 'unavailable') return taken.problem;
  try {
    return record(taken.stream);
  } catch (error) {
    // A browser that cannot record it must not go on listening.
    letGo(taken.stream);
    throw error;
  }
}

function record(stream: MediaStream): Capture {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND });
  const meter = openMeter(pageAudio, stream);
  const pieces: Blob[] = [];
  const ended = Promise.withResolvers<Blob>();
  const taken = Promise.withResolvers<void>();
  const since = monotonic();
  recorder.addEventListener('dataavailable', ({ data }) => {
    // A page that slept, or was slow to stop, has more than the server takes: what comes too late is left out.
    if (monotonic() - since <= LONGEST_MS) pieces.push(data);
  });
  // After an error, too.
  recorder.addEventListener('stop', () => {
    taken.resolve();
    const file = new Blob(pieces, { type: recorder.mimeType });
    if (file.size > 0) ended.resolve(file);
    else ended.reject(new Error('The recording broke off.'));
  });
  // Nobody asks for what was thrown away.
  ended.promise.catch(() => {});
  for (const track of stream.getAudioTracks()) {
    for (const type of ['mute', 'ended']) track.addEventListener(type, () => taken.resolve());
  }
  // What is silenced from the beginning is told by no event.
  const stopLooking = after(MUTED_MS, () => {
    if (stream.getAudioTracks().every(({ muted }) => muted)) taken.resolve();
  });
  recorder.start(PIECE_MS);

  function close(): void {
    stopLooking();
    if (recorder.state !== 'inactive') recorder.stop();
    letGo(stream);
    meter.close();
  }
  return {
    level: () => meter.level() ?? 0,
    taken: taken.promise,
    finish() {
      close();
      return ended.promise;
    },
    drop: close,
  };
}

export async function decodeVoice(file: Blob): Promise<{ samples: Float32Array; seconds: number }> {
  const context = new OfflineAudioContext(1, 1, DECODED_RATE);
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return { samples: decoded.getChannelData(0), seconds: decoded.duration };
}
