import { TERMS_VERSION } from '../limits.ts';
import { publicConfig, tokenAnswer } from '../config.ts';
import { UPLOAD_FOLDERS, uploadAnswer } from '../media.ts';
import { answer, json, ref } from './parts.ts';
import type { Json, Shapes } from './shapes.ts';

export const OTHER_TAGS = [
  { name: 'Sign-in', description: 'OpenID Connect, a session cookie, and bearers out of it.' },
  { name: 'Server', description: 'Settings in force, photos, health.' },
];

/** Every path that is no callable. */
export function otherPaths(shapes: Shapes): Json {
  return { ...signInPaths(shapes), ...mediaPaths(shapes), ...serverPaths(shapes) };
}

const OPEN = { security: [] };
const BY_COOKIE = { security: [{ session: [] }] };
const REFUSED = { 401: ref('responses', '401'), 403: ref('responses', '403'), 429: ref('responses', '429') };

function signInPaths(shapes: Shapes): Json {
  const tags = ['Sign-in'];
  return {
    '/api/v1/auth/login': {
      get: {
        tags,
        ...OPEN,
        summary: 'Leads to the provider and, signed in, to returnTo',
        parameters: [
          inQuery('provider', 'Its id, from /api/v1/config'),
          inQuery('returnTo', 'A path of this server; elsewhere nobody is led'),
        ],
        responses: { 303: { description: 'To the provider' } },
      },
    },
    '/api/v1/auth/callback/{provider}': {
      get: {
        tags,
        ...OPEN,
        summary: 'Where the provider leads back to',
        parameters: [inPath('provider', { type: 'string' })],
        responses: { 303: { description: 'Signed in, or back to the login page with the reason' } },
      },
    },
    '/api/v1/auth/token': {
      post: {
        tags,
        ...BY_COOKIE,
        summary: 'A bearer for five minutes, out of the session cookie',
        responses: {
          200: answer(shapes.of(tokenAnswer)),
          ...REFUSED,
        },
      },
    },
    '/api/v1/auth/logout': {
      post: {
        tags,
        ...BY_COOKIE,
        summary: 'Ends the session; its sockets are closed',
        responses: {
          204: { description: 'Signed out' },
          ...REFUSED,
        },
      },
    },
    '/api/v1/auth/fcm-token': {
      post: { tags, summary: 'Register this device for notifications', ...deviceToken },
      delete: { tags, summary: 'Take that back', ...deviceToken },
    },
  };
}

const deviceToken = {
  requestBody: {
    required: true,
    content: json({
      type: 'object',
      properties: { token: { type: 'string' }, platform: { type: 'string', default: 'web' } },
      required: ['token'],
    }),
  },
  responses: { 204: { description: 'Done' }, 400: ref('responses', '400'), ...REFUSED },
};

function mediaPaths(shapes: Shapes): Json {
  const tags = ['Media'];
  return {
    '/api/v1/media/{folder}': {
      post: {
        tags,
        summary: 'Upload a picture or a voice; what no message takes within a day is deleted',
        parameters: [
          inPath('folder', {
            type: 'string',
            enum: UPLOAD_FOLDERS,
          }),
          ref('parameters', 'RequestId'),
        ],
        requestBody: {
          required: true,
          content: {
            '*/*': {
              schema: {
                type: 'string',
                format: 'binary',
              },
            },
          },
        },
        responses: {
          200: answer(shapes.of(uploadAnswer)),
          400: ref('responses', '400'),
          402: {
            description: 'Your storage is full',
            content: json(ref('schemas', 'Error')),
          },
          413: {
            description: 'More bytes than a file may have',
            content: json(ref('schemas', 'Error')),
          },
          ...REFUSED,
          503: ref('responses', '503'),
        },
      },
    },
    '/api/v1/media/{token}': {
      get: {
        tags,
        ...OPEN,
        summary:
          'The bytes an address of mintMediaUrls or mintOneTimeImageUrlV2v2 stands for, by bearer or session cookie',
        parameters: [inPath('token', { type: 'string' })],
        responses: {
          200: { description: 'All of it' },
          206: { description: 'A range of a voice' },
          403: ref('responses', '403'),
          404: ref('responses', '404'),
          416: { description: 'No such range' },
          503: ref('responses', '503'),
        },
      },
    },
  };
}

function serverPaths(shapes: Shapes): Json {
  const tags = ['Server'];
  return {
    '/api/v1/config': {
      get: {
        tags,
        ...OPEN,
        summary: `Providers, limits in force, the terms' version (now ${TERMS_VERSION})`,
        responses: { 200: answer(shapes.of(publicConfig)) },
      },
    },
    '/media/photos/{name}': {
      get: {
        tags,
        ...OPEN,
        summary: 'A profile photo, by a name nobody can guess',
        parameters: [inPath('name', { type: 'string' })],
        responses: {
          200: { description: 'The picture' },
          404: { description: 'There is none of that name' },
        },
      },
    },
    '/livez': { get: { tags, ...OPEN, summary: 'The process runs', responses: { 200: { description: 'It does' } } } },
    '/readyz': {
      get: {
        tags,
        ...OPEN,
        summary: 'It can do its work',
        responses: {
          200: { description: 'It can' },
          503: { description: 'Not now; names the check that fails' },
        },
      },
    },
    '/metrics': {
      get: {
        tags,
        summary: 'Prometheus metrics, with the operator’s token',
        responses: { 200: { description: 'Text' } },
      },
    },
  };
}

function inPath(name: string, schema: Json): Json {
  return { name, in: 'path', required: true, schema };
}

function inQuery(name: string, description: string): Json {
  return { name, in: 'query', description, schema: { type: 'string' } };
}
