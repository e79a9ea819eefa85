/** Whether the user has touched the page: before, browsers allow no sound or vibration. True if unknown. */
export function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/** Milliseconds of vibration and rest in turn; 0 stops. Skips an untouched page, where browsers log an error. */
export function vibrate(pattern: number | readonly number[]): void {
  if (wasTouched()) navigator.vibrate?.(typeof pattern === 'number' ? pattern : [...pattern]);
}
