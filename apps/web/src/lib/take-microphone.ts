/* The only access to the microphone: for calls, the check before them, and voice messages. */
import { keepItem, keptItem } from './kept-item.ts';
import { findNoDevices, type MicrophoneProblem, microphoneProblem } from './microphone-problem.ts';

export type MediaSource = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>;

export type Taken =
  | { readonly kind: 'open'; readonly stream: MediaStream; readonly deviceId: string }
  | { readonly kind: 'unavailable'; readonly problem: MicrophoneProblem };

interface TakeOptions {
  /** Undefined if the browser has none for this page. */
  readonly source: MediaSource | undefined;
  /** Called at once, even when another input is tried afterwards. */
  readonly onProblem: (problem: MicrophoneProblem) => void;
}

const CHOSEN = 'microphone';

/** Stored on this device and used by all recordings and calls. Null: the default input. */
export function chooseMicrophone(deviceId: string | null): void {
  keepItem(CHOSEN, deviceId);
}

export function chosenMicrophone(): string | null {
  return keptItem(CHOSEN);
}

/** Opens the chosen input; the default one if that is missing, the next one if it is busy. */
export async function takeMicrophone({ source, onProblem }: TakeOptions): Promise<Taken> {
  if (source?.getUserMedia === undefined) {
    const problem = findNoDevices() ?? 'failed';
    onProblem(problem);
    return { kind: 'unavailable', problem };
  }
  const wanted = chosenMicrophone();
  let first = await open(source, wanted);
  // The input may be plugged in again, so it stays chosen.
  if (wanted !== null && first.kind === 'unavailable' && first.problem === 'missing') first = await open(source, null);
  if (first.kind === 'open') return first;
  onProblem(first.problem);
  if (first.problem !== 'busy') return first;
  return (await openAnother(source, wanted)) ?? first;
}

export function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function open(source: MediaSource, deviceId: string | null): Promise<Taken> {
  try {
    const stream = await source.getUserMedia(constraints(deviceId));
    return { kind: 'open', stream, deviceId: stream.getAudioTracks()[0]?.getSettings().deviceId ?? '' };
  } catch (error) {
    return { kind: 'unavailable', problem: microphoneProblem(error) };
  }
}

async function openAnother(source: MediaSource, tried: string | null): Promise<Taken | null> {
  const devices = await source.enumerateDevices().catch(() => []);
  for (const { deviceId, kind } of devices) {
    if (kind !== 'audioinput' || deviceId === '' || deviceId === 'default' || deviceId === tried) continue;
    const other = await open(source, deviceId);
    if (other.kind === 'open') return other;
  }
  return null;
}

function constraints(deviceId: string | null): MediaStreamConstraints {
  const quality = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  return { audio: deviceId === null ? quality : { ...quality, deviceId: { exact: deviceId } }, video: false };
}
