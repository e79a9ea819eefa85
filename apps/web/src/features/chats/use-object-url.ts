import { useEffect, useState } from 'react';

/** An address of a file on this device, good for as long as it is shown; null without one. */
export function useObjectUrl(file: Blob | null): string | null {
  const [made, setMade] = useState<{ file: Blob; url: string } | null>(null);
  useEffect(() => {
    if (file === null) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made !== null && made.file === file ? made.url : null;
}
