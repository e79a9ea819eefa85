import { parentPort } from 'node:worker_threads';
import { remuxVoice, type RemuxedVoice } from './voice-remux.ts';

/** A thread that reads strangers' files: it may hang or run out of memory without harm to the server. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
parentPort?.on('message', (file: Uint8Array) => void answer(file));

async function answer(file: Uint8Array): Promise<void> {
  const voice = await remuxVoice(file).catch((): RemuxedVoice => ({ kind: 'unreadable' }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(voice, voice.kind === 'kept' ? [voice.bytes] : []);
}
