/** Milliseconds of vibration and rest in turn; 0 ends it. A browser refuses, and writes an error, until its person has touched the page. */
export function vibrate(pattern: number | readonly number[]): void {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (touched) navigator.vibrate?.(typeof pattern === 'number' ? pattern : [...pattern]);
}
