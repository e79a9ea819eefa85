import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  MP4,
  Output,
  WEBM,
  WebMOutputFormat,
  type InputAudioTrack,
} from 'mediabunny';
import { FIXED } from '@yonder/contract';

/** A stored voice message: its sound in a new container, so that no title, cover or comment is left. */
export type RemuxedVoice =
  | { kind: 'kept'; extension: 'webm' | 'm4a'; seconds: number; bytes: ArrayBuffer }
  | { kind: 'unreadable' }
  | { kind: 'too-long' };

/** Formats browsers record: Opus in WebM, and AAC in MP4 on Apple's. */
const CODECS = { opus: 'webm', aac: 'm4a' } as const;
const LONGEST_SECONDS = FIXED.voiceMessageSeconds + FIXED.voiceGraceSeconds;
/** Browsers record 20 ms or more per packet. A file of 100 KB can name a hundred thousand: 15 seconds of work. */
const MOST_PACKETS = LONGEST_SECONDS * 100;

/** Accepts one audio track alone. Its packets give the duration: the header is not trusted. */
export async function remuxVoice(file: Uint8Array): Promise<RemuxedVoice> {
  using input = new Input({ formats: [WEBM, MP4], source: new BufferSource(file) });
  const [track, ...others] = await input.getTracks();
  if (!track?.isAudioTrack() || others.length > 0) return { kind: 'unreadable' };
  const codec = await track.getCodec();
  if (codec !== 'opus' && codec !== 'aac') return { kind: 'unreadable' };
  const from = await track.getFirstTimestamp();
  const seconds = (await track.computeDuration()) - from;
  if (!(seconds > 0)) return { kind: 'unreadable' };
  if (seconds > LONGEST_SECONDS) return { kind: 'too-long' };
  return { kind: 'kept', extension: CODECS[codec], seconds, bytes: await written(track, { codec, from }) };
}

async function written(
  track: InputAudioTrack,
  { codec, from }: { codec: keyof typeof CODECS; from: number },
): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const format = codec === 'opus' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('a track without its decoder');
  let packets = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (++packets > MOST_PACKETS) throw new Error('more packets than a recorder makes');
    await sound.add(packet.clone({ timestamp: packet.timestamp - from }), { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('nothing was written');
  return target.buffer;
}
