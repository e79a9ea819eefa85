import { FIXED, type Input, type Output } from '@yonder/contract';
import type { Database } from '../platform/database.ts';
import { command, query, type CallContext, type Handlers } from '../platform/dispatcher.ts';
import type { Addresses } from './addresses.ts';
import type { ChatSeam } from './chat-seam.ts';
import { isOneTime, type OneTimeImages } from './one-time.ts';
import { findObjects } from './rows.ts';

type Names = 'mintMediaUrls' | 'mintOneTimeImageUrlV2v2' | 'consumeOneTimeImageV2v2' | 'discardOneTimeImageV2v2';

interface CallableParts {
  database: Database;
  addresses: Addresses;
  chats: Pick<ChatSeam, 'attachmentsFor'>;
  oneTime: OneTimeImages;
}

export function mediaCallables({ database, addresses, chats, oneTime }: CallableParts): Handlers<Names> {
  async function mint(
    { userId, now }: CallContext,
    { messageIds }: Input<'mintMediaUrls'>,
  ): Promise<Output<'mintMediaUrls'>> {
    const attachments = await chats.attachmentsFor(database.read, userId, messageIds);
    const asked = attachments.filter(({ path }) => !isOneTime(path));
    const kept = await findObjects(
      database.read,
      asked.map(({ path }) => path),
    );
    const byPath = new Map(kept.map((object) => [object.path, object]));
    const expiresAt = now.getTime() + FIXED.mediaUrlMs;
    return {
      media: asked.flatMap(({ messageId, path }) => {
        const object = byPath.get(path);
        if (!object) return [];
        const url = addresses.sign({ path, part: 'whole', userId, expiresAt });
        const thumbUrl = object.thumbPath && addresses.sign({ path, part: 'thumb', userId, expiresAt });
        return [{ messageId, url, thumbUrl, expiresAt }];
      }),
    };
  }

  return {
    mintMediaUrls: query(mint),
    mintOneTimeImageUrlV2v2: command((ctx, tx, { messageId }) => oneTime.open(ctx, tx, messageId)),
    consumeOneTimeImageV2v2: command((ctx, tx, { messageId }) => oneTime.consume(ctx, tx, messageId)),
    discardOneTimeImageV2v2: command((ctx, tx, { messageId }) => oneTime.withdraw(ctx, tx, messageId)),
  };
}
