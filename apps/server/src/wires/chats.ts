import { createChats, type Chats } from '../chats/index.ts';
import type { Platform } from '../platform/platform.ts';
import { person } from '../profiles/index.ts';
import type { Voice } from '../voice/index.ts';

interface ChatParts {
  platform: Platform;
  /** Voice: what occupies a person, for sync. */
  look: Voice['look'];
}

/** Rooms know people by their profiles, and `sync` tells of the call as well. */
export function connectChats({ platform, look }: ChatParts): Chats {
  return createChats({ ...platform, person, engagement: look });
}
