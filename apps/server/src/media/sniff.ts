/** What a file is by its first bytes, whatever its sender calls it; null for all that is not taken in. */
export type FileKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'webm' | 'mp4';

const SIGNATURES: readonly { kind: FileKind; at: number; bytes: string }[] = [
  { kind: 'jpeg', at: 0, bytes: 'ffd8ff' },
  { kind: 'png', at: 0, bytes: '89504e470d0a1a0a' },
  { kind: 'gif', at: 0, bytes: hex('GIF87a') },
  { kind: 'gif', at: 0, bytes: hex('GIF89a') },
  { kind: 'webp', at: 8, bytes: hex('WEBP') },
  { kind: 'webm', at: 0, bytes: '1a45dfa3' },
  { kind: 'mp4', at: 4, bytes: hex('ftyp') },
];

export function sniff(file: Buffer): FileKind | null {
  const found = SIGNATURES.find(({ at, bytes }) => file.toString('hex', at, at + bytes.length / 2) === bytes);
  if (found?.kind === 'webp' && file.toString('latin1', 0, 4) !== 'RIFF') return null;
  return found?.kind ?? null;
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
