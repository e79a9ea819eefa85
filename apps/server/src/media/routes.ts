import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES, parseObjectPath, type ObjectStore } from './object-store.ts';

/** Where a profile photo of the store is served. */
export function publicAddress(path: string): string {
  return `/media/${path}`;
}

/**
 * GET /media/photos/{name}: profile photos and their thumbs, the only media without an access check. A name is never
 * used twice, so what it stands for may be kept for a year; what is gone may come back and is not kept.
 */
export function mediaRoutes({ objects }: { objects: ObjectStore }) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: { name: string } }>('/media/photos/:name', async (request, reply) => {
      const path = `photos/${request.params.name}`;
      const parsed = parseObjectPath(path);
      const bytes = parsed === null ? null : await objects.get(path);
      reply.headers({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      });
      if (parsed === null || bytes === null) {
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
      }
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(MEDIA_TYPES[parsed.extension])
        .send(bytes);
    });
  };
}
