import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isReason } from '@yonder/contract';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';
import { openCast, type Member } from './testing/cast.ts';
import { openScene, STANDINGS, type Outcome } from './testing/scene.ts';
import { openBrowser } from '../push/testing/browser.ts';

const KINDS = ['owner', 'participant', 'stranger', 'blocked', ...STANDINGS, 'signed out'] as const;
type Kind = (typeof KINDS)[number];
type Outcomes = Record<Kind, Outcome | 'forbidden'>;

interface Asked {
  path?: string;
  data?: unknown;
}

interface Row {
  ask?(image: string): Asked;
  /** alike: whoever asks, and with whatever bearer, it is the same. */
  outcome: Outcomes | 'alike';
}

const routes = new Set<string>();
const CREATED = 'fastify.initialization';

function isCreated(message: unknown): message is { fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}
function record(message: unknown): void {
  if (!isCreated(message)) throw new Error('fastify tells something else');
  message.fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
}

subscribe(CREATED, record);
const world = await World.start();
unsubscribe(CREATED, record);
const cast = await openCast(world);

function everybodys(outcome: Outcomes[Kind]): Outcomes {
  return {
    owner: outcome,
    participant: outcome,
    stranger: outcome,
    blocked: outcome,
    moderator: outcome,
    newcomer: outcome,
    suspended: outcome,
    leaving: outcome,
    'signed out': outcome,
  };
}

function members(outcome: Outcome): Outcomes {
  return {
    ...everybodys(outcome),
    newcomer: 'onboarding-required',
    suspended: 'suspended',
    leaving: 'leaving',
    'signed out': 'not-authenticated',
  };
}

const alike: Row = { outcome: 'alike' };
const empty: Row = { outcome: members('unreadable-file') };
const pushToken: Row = {
  ask: () => ({ data: { token: openBrowser('https://fcm.googleapis.com/fcm/send/here').token } }),
  outcome: members('ok'),
};

const ROWS: Record<string, Row> = {
  'POST /api/v1/call/:function': {
    ask: () => ({ path: '/api/v1/call/listBlocks', data: { data: null } }),
    outcome: members('ok'),
  },
  'POST /api/v1/media/photos': empty,
  'POST /api/v1/media/voice': empty,
  'POST /api/v1/media/images': empty,
  'POST /api/v1/media/one-time': empty,
  // Its address was minted for the owner.
  'GET /api/v1/media/:token': {
    ask: (path) => ({ path }),
    outcome: { ...everybodys('media-forbidden'), owner: 'ok' },
  },
  'HEAD /api/v1/media/:token': {
    ask: (path) => ({ path }),
    outcome: { ...everybodys('forbidden'), owner: 'ok' },
  },
  'POST /api/v1/auth/fcm-token': pushToken,
  'DELETE /api/v1/auth/fcm-token': pushToken,
  ...Object.fromEntries(
    [
      // Photos of profiles are public, by names that nobody guesses.
      'GET /media/photos/:name',
      'HEAD /media/photos/:name',
      // By cookie, from our own pages: a bearer is nothing there.
      'POST /api/v1/auth/token',
      'POST /api/v1/auth/logout',
      ...['/api/v1/auth/login', '/api/v1/auth/callback/:provider', '/api/v1/age', '/api/v1/config'].flatMap(read),
      ...['/livez', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/api/docs/style.css', '/*'].flatMap(read),
    ].map((route) => [route, alike]),
  ),
};

function read(path: string): string[] {
  return [`GET ${path}`, `HEAD ${path}`];
}

const scene = await openScene(world, cast);
const { messageId } = await scene.picture('image');
const [image] = (await scene.owner.call('mintMediaUrls', { messageIds: [messageId] })).media;

const blocked = await cast.member();
await scene.owner.call('blockUser', { target: { type: 'user', id: blocked.userId } });

async function personOf(kind: Kind): Promise<Member | null> {
  if (kind === 'signed out') return null;
  if (kind === 'owner' || kind === 'participant') return scene[kind];
  if (kind === 'moderator' || kind === 'newcomer' || kind === 'suspended' || kind === 'leaving') return cast[kind]();
  return kind === 'blocked' ? blocked : cast.member();
}

async function ask(route: string, { path, data }: Asked, who: Member | null): Promise<Response> {
  const [method = '', address = ''] = route.split(' ');
  return fetch(world.url + (path ?? address), {
    method,
    redirect: 'manual',
    headers: {
      ...(who && { authorization: `Bearer ${who.accessToken}` }),
      ...(data !== undefined && { 'content-type': 'application/json' }),
    },
    ...(data !== undefined && { body: JSON.stringify(data) }),
  });
}

/** Whoever reads an answer is told what it is, and words in which letters. */
function expectTyped({ headers, status }: Response, method: string): void {
  const type = headers.get('content-type');
  const isEmpty = method === 'HEAD' || status === 204 || status === 303 || headers.get('content-length') === '0';
  if (!isEmpty) expect(type).toMatch(/^(?:(?:text|application)\/[a-z.+-]+; .*charset=utf-8|image\/webp)$/);
}

async function outcomeOf(response: Response): Promise<Outcomes[Kind]> {
  if (response.ok) return 'ok';
  const text = await response.text();
  if (text === '' && response.status === 403) return 'forbidden';
  const { reason } = JSON.parse(text).error.details;
  if (!isReason(reason)) throw new Error(`refused for ${reason}`);
  return reason;
}

test('every route has a row', () => {
  expect([...routes].toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

test.each(Object.entries(ROWS))('%s answers whom it is for', async (route, { ask: asking, outcome }) => {
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const response = await ask(route, asking?.(image?.url ?? '') ?? {}, await personOf(kind));
      expectTyped(response, route.split(' ')[0] ?? '');
      return [kind, outcome === 'alike' ? response.status : await outcomeOf(response)] as const;
    }),
  );
  if (outcome !== 'alike') return expect(Object.fromEntries(found)).toEqual(outcome);
  const statuses = new Set(found.map(([, status]) => status));
  expect([...statuses]).toHaveLength(1);
});
