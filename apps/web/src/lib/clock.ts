/** The only file of the web app that reads the time, waits or draws random numbers. */
export type Stop = () => void;

/** Milliseconds since the epoch by this device's clock; for server timestamps use the client's `serverNow`. */
export function now(): number {
  return Date.now();
}

/** Milliseconds since the page began, by a clock that is never set: for durations. */
export function monotonic(): number {
  return performance.now();
}

export function after(ms: number, run: () => void): Stop {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export function every(ms: number, run: () => void): Stop {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** 0 inclusive to 1 exclusive. For looks and suggestions only, never for secrets. */
export function random(): number {
  return Math.random();
}
