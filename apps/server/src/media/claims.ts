import type { Attachment, UploadFolder } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { seal } from './one-time-rows.ts';
import { takeObjects, type Meta, type TakenObject, type Wish } from './rows.ts';

/** The file that a message being stored wants to carry. */
export interface ClaimDraft {
  path: string;
  /** The sender, which must also be the uploader. */
  owner: string;
  type: 'image' | 'voice' | 'one_time_image';
  /** `{chatRoomId}.{senderId}.{clientMessageId}`: equal on every retry of one message. */
  key: string;
  /** A voice's waveform as its sender measured it. */
  waveform?: readonly number[] | null;
}

export interface Claimed {
  attachment: Exclude<Attachment, { kind: 'call' }>;
  path: string;
  thumbPath: string | null;
}

const FOLDERS = { image: 'images', voice: 'voice', one_time_image: 'one-time' } as const satisfies Record<
  ClaimDraft['type'],
  UploadFolder
>;

/**
 * Gives each message its file, or an error for its sender. A missing file, another kind, another user's file and
 * another message's give the same error. The same key gets the same result again. Called under the room's lock.
 */
export async function claim(
  tx: Tx,
  drafts: readonly ClaimDraft[],
  { oneTimeSeconds }: { oneTimeSeconds: number },
): Promise<(Claimed | DomainError)[]> {
  if (drafts.length === 0) return [];
  const wishes = [...new Map(drafts.map((draft) => [`${draft.owner} ${draft.key}`, wishOf(draft)])).values()];
  const taken = await takeObjects(tx, wishes);
  const expiresAt = new Date(tx.now.getTime() + oneTimeSeconds * 1_000);
  for (const { path, key, taken: when } of taken) {
    const draft = drafts.find((one) => one.path === path && one.key === key);
    if (draft?.type === 'one_time_image' && when === 'now') {
      await seal(tx, { path, sender: draft.owner, key, expiresAt });
    }
  }
  return drafts.map((draft) => claimedOf(draft, taken) ?? new DomainError('media-not-found'));
}

/** The key by which every profile claims its photos. */
export const PROFILE_KEY = 'profile';

/** Claims a profile photo; its uploader may claim it repeatedly. */
export async function claimPhoto(
  tx: Tx,
  { path, owner }: { path: string; owner: string },
): Promise<{ path: string; thumbPath: string }> {
  const [photo] = await takeObjects(tx, [{ path, owner, folder: 'photos', key: PROFILE_KEY }]);
  if (!photo || photo.thumbPath === null) throw new DomainError('media-not-found');
  return { path, thumbPath: photo.thumbPath };
}

function wishOf({ path, owner, type, key }: ClaimDraft): Wish {
  return { path, owner, folder: FOLDERS[type], key };
}

function claimedOf(draft: ClaimDraft, taken: readonly TakenObject[]): Claimed | undefined {
  const object = taken.find(({ path, key }) => path === draft.path && key === draft.key);
  if (!object) return undefined;
  const { path, thumbPath, meta } = object;
  return { path, thumbPath, attachment: attachmentOf(draft, meta) };
}

function attachmentOf({ type, waveform }: ClaimDraft, meta: Meta): Claimed['attachment'] {
  if (type === 'one_time_image') return { kind: 'one_time_image', state: 'sealed' };
  if (type === 'image') {
    const { width = 0, height = 0, placeholder = '' } = meta;
    return { kind: 'image', width, height, placeholder };
  }
  const { seconds = 0 } = meta;
  return { kind: 'voice', seconds: Math.max(1, Math.round(seconds)), waveform: [...(waveform ?? SILENCE)] };
}

/** Drawn when the sender measured nothing. */
const SILENCE: readonly number[] = [0];
