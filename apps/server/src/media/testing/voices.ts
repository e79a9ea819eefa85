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
  /** As Safari records: fragmented. */
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
    sampleRate: 48e3,
    numberOfChannels: 1,
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

/** A WebM of 910 bytes with an endless index: reading it never ends. */
export async function endlessVoice(): Promise<Buffer> {
  const file = await recording({ container: 'webm', seconds: 1 });
  const index = file.lastIndexOf(Buffer.from('1c53bb6b', 'hex'));
  return Buffer.concat([file.subarray(0, index + 1), Buffer.from('01000000', 'hex'), file.subarray(index + 5)]);
}

/** An m4a that names one byte `packets` times, all in an instant. */
export function crowdedVoice(packets: number): Buffer {
  const moment = 4_000_000_000;
  const head = box('ftyp', latin('M4A '), uint32(0), latin('M4A isom'), uint32(0));
  const data = box('mdat', Buffer.alloc(100));
  const decoder = Buffer.from([0x05, 2, 0x12, 0x10]);
  const config = Buffer.concat([Buffer.from([0x04, 17, 0x40, 0x15, 0, 0, 0]), uint32(128_000, 128_000), decoder]);
  const stream = Buffer.concat([Buffer.from([0x03, 25, 0, 1, 0]), config, Buffer.from([0x06, 1, 2])]);
  const sound = Buffer.concat([uint32(0), Buffer.from([0, 0, 0, 1]), uint32(0, 0, 0x20010, 0, 44_100 * 65_536)]);
  const index = box(
    'stbl',
    box('stsd', uint32(0, 1), box('mp4a', sound, box('esds', uint32(0), stream))),
    box('stts', uint32(0, 1, packets, 1)),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, 1, packets)),
    box('stco', uint32(0, packets, ...Array<number>(packets).fill(head.length + 8))),
  );
  const kind = box('hdlr', uint32(0, 0), latin('soun'), uint32(0, 0, 0), Buffer.alloc(1));
  const media = box('mdia', box('mdhd', uint32(0, 0, 0, moment, packets, 0x55c40000)), kind, box('minf', index));
  const identity = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const track = box('tkhd', uint32(7, 0, 0, 1, 0, packets, 0, 0, 0, 0x1000000), identity, uint32(0, 0));
  const film = box(
    'mvhd',
    uint32(0, 0, 0, moment, packets, 0x10000, 0x1000000, 0, 0),
    identity,
    Buffer.alloc(24),
    uint32(2),
  );
  return Buffer.concat([head, data, box('moov', film, box('trak', track, media))]);
}

function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint32(body.length + 8), latin(name), body]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  return bytes;
}

function latin(words: string): Buffer {
  return Buffer.from(words, 'latin1');
}
