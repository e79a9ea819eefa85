import { pictureKindOf, type PictureKind } from '@yonder/contract/pictures';

/** What a file is by its first bytes, regardless of its declared type; null for types that are not accepted. */
export type FileKind = PictureKind | 'webm' | 'mp4';

export function sniff(file: Buffer): FileKind | null {
  if (file.toString('hex', 0, 4) === '1a45dfa3') return 'webm';
  return file.toString('latin1', 4, 8) === 'ftyp' ? 'mp4' : pictureKindOf(file);
}
