import { globSync } from 'node:fs';

const PLACES = ['/usr/lib/*/faketime', '/usr/lib*/faketime', '/usr/local/lib/faketime'];

/** The library that puts another time before a process; Linux only. */
export function findFaketime(): string | undefined {
  return globSync(PLACES.map((place) => `${place}/libfaketime.so.1`))[0];
}

/** Without it the tests with clocks that are wrong are left out, which `npm test` says. */
export const HAS_FAKETIME = findFaketime() !== undefined;

/** The environment of a process whose own clock is so many seconds off; its timers run as ever. */
export function clockOff(seconds: number): Record<string, string> {
  const sign = seconds < 0 ? '-' : '+';
  return {
    LD_PRELOAD: findFaketime() ?? '',
    FAKETIME: `${sign}${Math.abs(seconds)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
