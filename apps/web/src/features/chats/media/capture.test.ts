import { afterEach, expect, test, vi } from 'vitest';
import { openCapture } from './capture.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser that cannot record lets go of the microphone', async () => {
  const stop = vi.fn<() => void>();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) } });
  class MediaRecorder {
    static isTypeSupported = () => false;
    constructor() {
      throw new DOMException('no encoder', 'NotSupportedError');
    }
  }
  vi.stubGlobal('MediaRecorder', MediaRecorder);
  await expect(openCapture()).rejects.toThrow('no encoder');
  expect(stop).toHaveBeenCalledOnce();
});
