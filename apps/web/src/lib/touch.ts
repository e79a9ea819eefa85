/** Browsers let a page neither sound nor vibrate before its person has touched it. One that cannot say is asked for it all the same. */
export function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Milliseconds of vibration and rest in turn; 0 ends it. Refused, a browser writes an error, so an untouched page does not try. */
export function vibrate(pattern: number | readonly number[]): void {
  if (wasTouched()) navigator.vibrate?.(typeof pattern === 'number' ? pattern : [...pattern]);
}
