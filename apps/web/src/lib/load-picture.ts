import { errorOfReason } from '@yonder/client';

/**
 * Decodes a picture as an <img> does: turned upright, and as far as a truncated file goes, which ImageBitmap refuses.
 * The pixels are decoded on drawing. Rejects with 'unreadable-file'.
 */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const image = new Image();
  image.addEventListener('load', () => resolve());
  image.addEventListener('error', () => reject(errorOfReason('unreadable-file')));
  image.src = address;
  try {
    await promise;
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
