import { type ComponentProps, useCallback } from 'react';

interface FileImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref' | 'alt'> {
  file: Blob;
  alt: string;
}

/** A picture on this device. Its object URL lives as long as it is shown. */
export function FileImage({ file, alt, ...rest }: FileImageProps) {
  const show = useCallback(
    (img: HTMLImageElement | null) => {
      if (img === null) return undefined;
      const address = URL.createObjectURL(file);
      img.src = address;
      return () => {
        // Removed first: an image still loading would fail on the revoked URL.
        img.removeAttribute('src');
        URL.revokeObjectURL(address);
      };
    },
    [file],
  );
  return <img {...rest} ref={show} alt={alt} />;
}
