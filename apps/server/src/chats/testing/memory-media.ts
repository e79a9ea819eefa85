import type { Attachment } from '@yonder/contract';
import { DomainError } from '../../platform/errors.ts';
import type { ChatMedia, MediaType } from '../media.ts';

const FOLDERS: Record<MediaType, string> = { voice: 'voice', image: 'images', one_time_image: 'one-time' };

export interface MemoryMedia extends ChatMedia {
  /** The message a file belongs to. */
  owners: Map<string, string>;
  discarded: string[];
}

/** Media without uploads: a named file exists, once, for every user. */
export function createMemoryMedia(): MemoryMedia {
  const owners = new Map<string, string>();
  const discarded: string[] = [];
  return {
    owners,
    discarded,
    async claim(tx, wanted) {
      const claimed = new Map<string, Attachment | DomainError>();
      for (const { path, type, messageKey, waveform } of wanted) {
        const isThere = path.startsWith(`${FOLDERS[type]}/`) && !owners.has(path);
        if (isThere) tx.after(() => owners.set(path, messageKey));
        claimed.set(messageKey, isThere ? attachmentOf(type, waveform ?? [1]) : new DomainError('bad-input'));
      }
      return claimed;
    },
    async discard(tx, path) {
      tx.after(() => discarded.push(path));
    },
  };
}

function attachmentOf(type: MediaType, waveform: readonly number[]): Attachment {
  if (type === 'voice') return { kind: 'voice', seconds: 24, waveform: [...waveform] };
  if (type === 'image')
    return { kind: 'image', width: 640, height: 480, placeholder: 'data:image/webp;base64,UklGRg==' };
  return { kind: 'one_time_image', state: 'sealed' };
}
