import { errorOfReason } from '@yonder/client';

/**
 * A picture as an <img> shows it: turned as it was held, and as far as it goes where it breaks off, which an ImageBitmap
 * refuses. Its pixels are decoded when it is drawn. Rejects with 'unreadable-file'.
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
