import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

interface VoiceDraft {
  container: 'webm' | 'mp4';
  seconds: number;
  /** As Safari records: in fragments. */
  layout?: 'whole' | 'fragments';
  title?: string;
  cover?: Uint8Array;
  video?: 'none' | 'also';
}

const OPUS_SILENCE = Uint8Array.from([0xf8, 0xff, 0xfe]);
const AAC_SILENCE = Uint8Array.from([0x01, 0x40, 0x20, 0x06, 0x4f, 0xde, 0x02, 0x70, 0x0c, 0x1c]);
const OPUS_HEAD = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const AAC_HEAD = Uint8Array.from([0x11, 0x88]);
const VP8_FRAME = Uint8Array.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x10, 0x00, 0x10, 0x00]);

/** A recording of silence. */
export async function recording(draft: VoiceDraft): Promise<Buffer> {
  const { container, seconds, layout = 'whole' } = draft;
  const codec = container === 'webm' ? 'opus' : 'aac';
  const fastStart = layout === 'whole' ? 'in-memory' : 'fragmented';
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  const picture = draft.video === 'also' ? new EncodedVideoPacketSource('vp8') : undefined;
  if (picture) output.addVideoTrack(picture);
  const cover = draft.cover && { data: draft.cover, mimeType: 'image/jpeg', kind: 'coverFront' as const };
  if (draft.title !== undefined) output.setMetadataTags({ title: draft.title, ...(cover && { images: [cover] }) });
  await output.start();
  const decoderConfig = {
    codec: codec === 'aac' ? 'mp4a.40.2' : codec,
    ...{ sampleRate: 48_000, numberOfChannels: 1 },
    description: codec === 'aac' ? AAC_HEAD : OPUS_HEAD,
  };
  const duration = codec === 'aac' ? 1_024 / 48_000 : 0.02;
  const data = codec === 'aac' ? AAC_SILENCE : OPUS_SILENCE;
  await picture?.add(new EncodedPacket(VP8_FRAME, 'key', 0, seconds), {
    decoderConfig: { codec: 'vp8', codedWidth: 16, codedHeight: 16 },
  });
  for (let i = 0; i * duration < seconds; i++) {
    await sound.add(new EncodedPacket(data, 'key', i * duration, duration), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
