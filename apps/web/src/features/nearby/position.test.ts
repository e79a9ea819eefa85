import { expect, test } from 'vitest';
import { locate } from './position.ts';

type Current = Geolocation['getCurrentPosition'];

test('a place is what the browser says of it', async () => {
  const coords = { latitude: 25.04, longitude: 121.53, accuracy: 40 } as GeolocationCoordinates;
  const getCurrentPosition: Current = (found) => found({ coords } as GeolocationPosition);
  const position = { lat: 25.04, lng: 121.53, accuracy: 40 };
  expect(await locate({ getCurrentPosition })).toEqual({ kind: 'found', position });
});

test.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
])('an error of code %i is %s', async (code, kind) => {
  const getCurrentPosition: Current = (_, failed) => failed?.({ code } as GeolocationPositionError);
  expect(await locate({ getCurrentPosition })).toEqual({ kind });
});

test('a browser that knows no places is unavailable', async () => {
  expect(await locate(undefined)).toEqual({ kind: 'unavailable' });
});
