export interface Position {
  lat: number;
  lng: number;
  /** Metres. */
  accuracy: number;
}

/** denied: the person or the browser refuses. unavailable: this device does not know, or took too long to say so. */
export type Hindrance = 'denied' | 'unavailable' | 'timeout';
export type Located = { kind: 'found'; position: Position } | { kind: Hindrance };

/** A place that is 1 km off in the end needs no more. */
const OPTIONS: PositionOptions = { enableHighAccuracy: false, maximumAge: 300_000, timeout: 15_000 };
const HINDRANCES: Record<number, Hindrance> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Where this device is, which the browser asks the person about the first time. */
export async function locate(geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined): Promise<Located> {
  if (geolocation === undefined) return { kind: 'unavailable' };
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) =>
        resolve({ kind: 'found', position: { lat, lng, accuracy } }),
      ({ code }) => resolve({ kind: HINDRANCES[code] ?? 'unavailable' }),
      OPTIONS,
    );
  });
}
