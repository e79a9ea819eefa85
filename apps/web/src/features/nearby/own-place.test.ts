import { beforeEach, expect, test, vi } from 'vitest';
import { giveUpLooking, hidePlace, showPlace } from './own-place.ts';

/** Requests at the server, in order. */
const heard: string[] = [];
const asked = vi.fn();
let granted = Promise.withResolvers<void>();

vi.mock('./api/place.ts', () => ({
  beFound: async ({ lat }: { lat: number }) => {
    asked();
    await granted.promise;
    heard.push(`at ${lat}`);
  },
  beFoundNoMore: async () => void heard.push('hidden'),
}));

beforeEach(() => {
  heard.length = 0;
  asked.mockReset();
  granted = Promise.withResolvers();
});

/** A device that takes long to find its position. */
function slowDevice() {
  let found: PositionCallback = () => {};
  const coords = { latitude: 25, longitude: 121, accuracy: 40 } as GeolocationCoordinates;
  return {
    getCurrentPosition: (then: PositionCallback) => void (found = then),
    find: () => found({ coords } as GeolocationPosition),
  };
}

test('who hides while their place is looked for is not found by it later', async () => {
  const device = slowDevice();
  granted.resolve();
  const showing = showPlace(device);
  await hidePlace();
  device.find();
  expect([await showing, heard]).toEqual(['given up', ['hidden']]);
});

test.each([
  [5_000, 'found', ['at 25']],
  [5_001, 'unavailable', []],
  [200_000, 'unavailable', []],
])('a place that is known to within %i m is %s, and told to the server: %j', async (accuracy, end, told) => {
  const coords = { latitude: 25, longitude: 121, accuracy } as GeolocationCoordinates;
  granted.resolve();
  const showing = showPlace({ getCurrentPosition: (then) => then({ coords } as GeolocationPosition) });
  expect([await showing, heard]).toEqual([end, told]);
});

test('who leaves the page while their place is looked for is not found by it later; asked anew they are', async () => {
  const [left, anew] = [slowDevice(), slowDevice()];
  granted.resolve();
  const showing = showPlace(left);
  giveUpLooking();
  left.find();
  expect(await showing).toBe('given up');
  const again = showPlace(anew);
  anew.find();
  expect([await again, heard]).toEqual(['found', ['at 25']]);
});

test.each(['granted', 'refused'])(
  'who hides while the server is being told is hidden after that, once it is %s',
  async (end) => {
    const device = slowDevice();
    const showing = showPlace(device).catch(() => 'failed');
    device.find();
    await vi.waitUntil(() => asked.mock.calls.length > 0);
    const hiding = hidePlace();
    if (end === 'granted') granted.resolve();
    else granted.reject(new Error('offline'));
    await Promise.all([showing, hiding]);
    expect(heard).toEqual(end === 'granted' ? ['at 25', 'hidden'] : ['hidden']);
  },
);
