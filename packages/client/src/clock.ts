export type Stop = () => void;

/** The only source of time and chance; tests bring their own. */
export interface ClientClock {
  /** Milliseconds since the epoch, by this machine. */
  now(): number;
  timer(ms: number, run: () => void): Stop;
  /** In [0, 1). */
  random(): number;
}

export const systemClock: ClientClock = {
  now: () => Date.now(),
  timer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
