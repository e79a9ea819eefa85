/* What phones do to a page's sound, done by a page in Chromium. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    testPhone: {
      contexts: AudioContext[];
      microphones: MediaStreamTrack[];
      /** Nothing sounds that was stopped, until a press. */
      refuses: boolean;
    };
  }
}

/** Runs in the page before anything of the product does: notes its contexts and microphones, and can refuse to play. */
export function actAsPhone(): void {
  const phone: Window['testPhone'] = { contexts: [], microphones: [], refuses: false };
  window.testPhone = phone;
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      phone.contexts.push(this);
    }
    override async resume(): Promise<void> {
      if (phone.refuses) throw new DOMException('', 'InvalidStateError');
      await super.resume();
    }
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = async function begin() {
    if (phone.refuses) throw new DOMException('', 'NotAllowedError');
    await play.call(this);
  };
  // Pages without a secure origin have none.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    phone.microphones.push(...stream.getAudioTracks());
    return stream;
  };
}

/** The same on iOS: an element has the volume of the device, and no other. */
export function actAsIPhone(): void {
  Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
}

/** And where no context may listen to a stream. */
export function refuseStreams(): void {
  const { createMediaStreamSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaStreamSource = function listen(stream) {
    // What the test itself listens by is allowed.
    if (this === window.testPhone.contexts[0]) throw new DOMException('Another sample rate', 'NotSupportedError');
    return createMediaStreamSource.call(this, stream);
  };
}

/** The system takes the sound away: a call of its own, or the screen goes dark. It gives it back to a press only. */
export async function interrupt(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.testPhone.refuses = true;
    for (const context of window.testPhone.contexts.slice(0, 1)) await context.suspend();
  });
}

export async function silence(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelectorAll('audio').forEach((element) => element.pause()));
}

export async function permit(page: Page): Promise<void> {
  await page.evaluate(() => (window.testPhone.refuses = false));
}

/** By the system or a key of the device. */
export async function changeMicrophone(page: Page, change: 'mute' | 'unmute' | 'ended'): Promise<void> {
  await page.evaluate((type) => {
    const track = window.testPhone.microphones.at(-1);
    if (track === undefined) throw new Error('no microphone was opened');
    if (type === 'ended') track.stop();
    else Object.defineProperty(track, 'muted', { value: type === 'mute', configurable: true });
    track.dispatchEvent(new Event(type));
  }, change);
}

/** Whether the other side comes out of the audio element, out of the product's context, or out of nothing. */
export function loudspeaker(page: Page): Promise<'element' | 'context' | 'nothing'> {
  return page.evaluate(() => {
    const element = document.querySelector('audio');
    if (element !== null && !element.muted && !element.paused) return 'element';
    const isRunning = window.testPhone.contexts[0]?.state === 'running';
    return element?.muted === true && isRunning ? 'context' : 'nothing';
  });
}
