import { levelOf } from '../../../ui/scene/index.ts';
import type { Capture } from './recorder.ts';

/** Opus where it can be, AAC where Safari has nothing else. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];
/** Opus is clear speech at that. */
const BITS_PER_SECOND = 32_000;
/** Enough to draw how loud it is. */
const DECODED_RATE = 16_000;

/** Opens the microphone and records it. */
export async function openCapture(): Promise<Capture> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio, video: false });
  try {
    return record(stream);
  } catch (error) {
    // A browser that cannot record it must not go on listening.
    letGo(stream);
    throw error;
  }
}

function record(stream: MediaStream): Capture {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND });
  const meter = openMeter(stream);
  const pieces: Blob[] = [];
  const ended = Promise.withResolvers<Blob>();
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.addEventListener('stop', () => ended.resolve(new Blob(pieces, { type: recorder.mimeType })));
  recorder.addEventListener('error', () => ended.reject(new Error('The recording broke off.')));
  recorder.start();

  function close(): void {
    if (recorder.state !== 'inactive') recorder.stop();
    letGo(stream);
    meter.close();
  }
  return {
    level: meter.level,
    finish() {
      close();
      return ended.promise;
    },
    drop: close,
  };
}

function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function openMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close: () => void context.close(),
  };
}

export async function decodeVoice(file: Blob): Promise<{ samples: Float32Array; seconds: number }> {
  const context = new OfflineAudioContext(1, 1, DECODED_RATE);
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return { samples: decoded.getChannelData(0), seconds: decoded.duration };
}
