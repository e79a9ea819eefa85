export interface Position {
  lat: number;
  lng: number;
  /** Metres. */
  accuracy: number;
}

/** denied: by the user or the browser. unavailable: the device does not know. timeout: it took too long. */
export type Hindrance = 'denied' | 'unavailable' | 'timeout';
export type Located = { kind: 'found'; position: Position } | { kind: Hindrance };

/** Low accuracy is enough, since the server shifts the position by 1 km or more. */
const OPTIONS: PositionOptions = { enableHighAccuracy: false, maximumAge: 300_000, timeout: 15_000 };
const HINDRANCES: Record<number, Hindrance> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** This device's position; the browser asks the user for permission the first time. */
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
