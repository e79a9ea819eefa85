import { HIGH, LOW, talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

/** What a microphone takes that was chosen by its id, in hertz. */
const OTHER = 700;
const LISTENS = 'Microphone unavailable. You can hear but cannot speak in this call.';

test('a denied microphone says so, and the call can be heard', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: 440, microphone: 'denied' }),
    arrive({ who: 'mei', voice: 1000 }),
  ]);
  await ann.startCall();
  await expect(ann.text('Microphone access denied. Please allow microphone access to make calls.')).toBeVisible();
  const again = ann.button('Try again');
  await expect(ann.text('Your microphone is off:')).toBeVisible();
  await again.click();
  await expect(again, 'it is denied still').not.toHaveAttribute('aria-busy');
  await expect(ann.text('Your microphone is off:')).toBeVisible();
  await bob.startCall();
  await expect(ann.page.getByRole('region', { name: 'Messages' }).getByText(LISTENS)).toBeVisible();
  await ann.hears(1000);
  const said = ann.page.getByRole('dialog', { name: 'Voice Call' }).getByText(LISTENS);
  await expect(said).toBeVisible();
  await ann.pressed('Mute').click();
  await expect(said).toBeVisible();
  await expect(ann.pressed('Mute')).toBeVisible();
});

test('no microphone at all says so', async ({ arrive }) => {
  const ann = await arrive({ who: 'kai', voice: 'none' });
  await ann.startCall();
  await expect(ann.text('No microphone found. Please connect a microphone to make calls.')).toBeVisible();
});

test('a busy microphone says so, and the next one is tried', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 440, before: firstMicrophoneIsBusy }),
    arrive({ who: 'mateo', voice: 1000 }),
  ]);
  await ann.startCall();
  await expect(ann.text('Microphone is being used by another application.')).toBeVisible();
  await bob.startCall();
  await bob.hears(440);
});

test('any other trouble says so', async ({ arrive }) => {
  const ann = await arrive({ who: 'kai', voice: 440, before: microphoneFails });
  await ann.startCall();
  await expect(ann.text('Failed to access microphone. Please check your device settings.')).toBeVisible();
});

test('who checks the microphone before a call reads that it is heard, and it is closed after the call', async ({
  arrive,
}) => {
  const ann = await arrive({ who: 'wei', voice: 440, before: noteMicrophones });
  await ann.go('/call');
  await ann.button('Check your microphone').click();
  await expect(ann.text('You can be heard.')).toBeVisible();
  await ann.button('Start a call').click();
  await expect(ann.finding).toBeVisible();
  await ann.button('Cancel').click();
  await expect(ann.button('Check your microphone')).toBeVisible();
  expect(await ann.page.evaluate(() => window.testMicrophones.map(({ readyState }) => readyState))).toEqual(['ended']);
});

test('another microphone is chosen in the middle of a call, and stays the chosen one', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'ama', voice: LOW, before: otherMicrophonesSing }),
    arrive({ who: 'kai', voice: HIGH }),
  ]);
  await talk(ann, bob);
  await bob.hears(LOW);
  const devices = ann.button('Microphone and loudspeaker');
  await devices.click();
  const dialog = ann.dialog('Microphone and loudspeaker');
  await expect(dialog.getByText('You can be heard.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Microphone' }).selectOption({ index: 1 });
  await bob.hears(OTHER);
  await ann.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(devices).toBeFocused();
  await ann.page.reload();
  await bob.hears(OTHER);
  await ann.hears(HIGH);
});

declare global {
  interface Window {
    /** Every microphone that was opened. */
    testMicrophones: MediaStreamTrack[];
  }
}

/** Runs in the page. */
function noteMicrophones(): void {
  const opened: MediaStreamTrack[] = [];
  window.testMicrophones = opened;
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    opened.push(...stream.getAudioTracks());
    return stream;
  };
}

/** Runs in the page: only a device chosen by its id works. */
function firstMicrophoneIsBusy(): void {
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints = {}) => {
    const { audio } = constraints;
    if (typeof audio === 'object' && audio.deviceId !== undefined) return ask(constraints);
    throw new DOMException('Could not start audio source', 'NotReadableError');
  };
}

/** Runs in the page. */
function microphoneFails(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no reason', 'AbortError'));
}

/** Runs in the page: a microphone that is chosen by its id takes a tone of 700 Hz. */
function otherMicrophonesSing(): void {
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints = {}) => {
    const { audio } = constraints;
    const stream = await ask(constraints);
    if (typeof audio !== 'object' || audio.deviceId === undefined) return stream;
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 700 });
    const made = context.createMediaStreamDestination();
    tone.connect(made);
    tone.start();
    const settings = stream.getAudioTracks()[0]?.getSettings();
    for (const track of made.stream.getAudioTracks()) track.getSettings = () => settings ?? {};
    return made.stream;
  };
}
