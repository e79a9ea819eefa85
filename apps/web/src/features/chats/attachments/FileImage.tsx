import { type ComponentProps, useCallback } from 'react';

interface FileImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref' | 'alt'> {
  file: Blob;
  alt: string;
}

/** A picture that is on this device only. Its address is good for as long as it is shown. */
export function FileImage({ file, alt, ...rest }: FileImageProps) {
  const show = useCallback(
    (img: HTMLImageElement | null) => {
      if (img === null) return undefined;
      const address = URL.createObjectURL(file);
      img.src = address;
      return () => {
        // Let go of first: one that is still loading would miss it.
        img.removeAttribute('src');
        URL.revokeObjectURL(address);
      };
    },
    [file],
  );
  return <img {...rest} ref={show} alt={alt} />;
}
