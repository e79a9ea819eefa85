import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import { getFunctions, httpsCallable, type FunctionsError } from 'firebase/functions';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { command, query } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';

const { database, clock, log } = await freshDatabase();
const userId = randomUUID();
const seen: unknown[] = [];
const wire = await startWire({
  database,
  clock,
  log,
  handlers: {
    listBlocks: query(async () => ({ blocks: [] })),
    markRead: command(
      async (
        _ctx,
        _tx,
        input: {
          chatRoomId: string;
          seedOrder: number;
        },
      ) => {
        seen.push(input);
        return {
          readSeq: input.seedOrder,
          unread: 0,
        };
      },
    ),
    listMessages: query(async (_ctx, input) => {
      seen.push(input);
      throw new DomainError('room-not-found');
    }),
    updatePreferences: command(async (_ctx, _tx, input) => {
      seen.push(input);
      const shown = {
        readReceipts: true,
        typingIndicator: true,
        enterSends: true,
      };
      const calls = {
        relayCalls: true,
        ringtone: true,
        vibration: true,
      };
      const topics = {
        messages: true,
        matches: true,
        calls: true,
        comments: true,
      };
      const told = {
        push: {
          ...topics,
          moderation: true,
        },
        inApp: {
          ...topics,
          sounds: true,
        },
        previews: true,
      };
      return {
        theme: 'dark',
        selectedTheme: 'golden',
        language: 'en',
        ...shown,
        ...calls,
        ...told,
      };
    }),
    updateLastActive: command(async () => null),
    handleCallDecision: command(async () => {
      throw new DomainError('already-decided');
    }),
    leaveCallQueue: command(async () => {
      throw new DomainError('too-many-requests', { retryAfter: 7 });
    }),
  },
});

let token: string | null = bearerOf(userId, { clock }).accessToken;
const app = initializeApp({ projectId: 'yonder', apiKey: 'none', appId: 'none' });
// The published client finds its access token through the component that the auth SDK registers with the application.
const { container } = app as unknown as { container: { addComponent(component: object): void } };
container.addComponent({
  name: 'auth-internal',
  type: 'PRIVATE',
  instanceFactory: () => ({ getToken: async () => (token === null ? null : { accessToken: token }) }),
  instantiationMode: 'LAZY',
  multipleInstances: false,
  serviceProps: {},
  onInstanceCreated: null,
});
const functions = getFunctions(app, `${wire.url}/api/v1/call`);
afterAll(async () => {
  await deleteApp(app);
  await wire.stop();
});

async function failure(name: string, data?: unknown): Promise<FunctionsError> {
  return httpsCallable(
    functions,
    name,
  )(data).then(
    () => Promise.reject(new Error(`${name} did not fail`)),
    (error: FunctionsError) => error,
  );
}

test('the published client calls, with its bearer, and reads the result', async () => {
  const input = { chatRoomId: randomUUID(), seedOrder: 4 };
  const { data } = await httpsCallable(functions, 'markRead')(input);
  expect(data).toEqual({ readSeq: 4, unread: 0 });
  expect(seen.at(-1)).toEqual(input);
});

test('a null result arrives as null', async () => {
  expect((await httpsCallable(functions, 'updateLastActive')()).data).toBeNull();
});

test.each([undefined, null, {}])('no payload may be %j', async (data) => {
  expect((await httpsCallable(functions, 'listBlocks')(data)).data).toEqual({ blocks: [] });
});

test('what is undefined travels as null and means absent', async () => {
  const { code } = await failure('listMessages', { chatRoomId: randomUUID(), before: undefined, limit: undefined });
  expect(code).toBe('functions/permission-denied');
  expect(seen.at(-1)).toMatchObject({ before: null, limit: null });
  await httpsCallable(functions, 'updatePreferences')({ theme: 'light', language: undefined });
  expect(seen.at(-1)).toEqual({ theme: 'light', language: undefined });
});

test.each([
  [
    'handleCallDecision',
    { callId: randomUUID(), decision: 'like' },
    'failed-precondition',
    'Decision already submitted. [400]',
  ],
  [
    'listMessages',
    { chatRoomId: randomUUID() },
    'permission-denied',
    'This chat is not here, or it is not yours. [403]',
  ],
  ['markRead', { chatRoomId: 'x' }, 'invalid-argument', 'The request is not in the expected form. [400]'],
  ['leaveCallQueue', null, 'resource-exhausted', 'That was a little fast. Please wait a moment and try again. [429]'],
  ['createPostV2v2', {}, 'unimplemented', 'This is not available yet. [501]'],
  ['noSuchFunction', {}, 'not-found', 'There is no such function. [404]'],
])('%s fails in that client with its code and text', async (name, data, code, message) => {
  expect(await failure(name, data)).toMatchObject({ code: `functions/${code}`, message });
});

test('details arrive as they are', async () => {
  expect((await failure('leaveCallQueue')).details).toEqual({ reason: 'too-many-requests', retryAfter: 7 });
});

test('signed out it reads unauthenticated', async () => {
  const kept = token;
  token = null;
  expect(await failure('listBlocks')).toMatchObject({
    code: 'functions/unauthenticated',
    message: 'Not authenticated [401]',
  });
  token = kept;
});
