import type { Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Engagements } from '../engagement/index.ts';
import type { Media } from '../media/index.ts';
import type { Database } from '../platform/database.ts';
import { createProfiles, type Profiles } from '../profiles/index.ts';
import { photosFor } from './media.ts';
import type { AnonymousVoice } from './voice.ts';

interface ProfileParts {
  database: Database;
  config: Pick<Config, 'termsVersion'>;
  engagements: Pick<Engagements, 'find'>;
  chats: Pick<Chats, 'connected' | 'goneFrom' | 'readingChanged'>;
  media: Pick<Media, 'claimPhoto' | 'releasePhoto'>;
  anonymous: Pick<AnonymousVoice, 'queue'>;
}

const MODES = { 'voice-queue': 'mode2', voice: 'mode2', 'text-queue': 'mode3', text: 'mode3', direct: null } as const;

export function connectProfiles({ database, config, engagements, chats, media, anonymous }: ProfileParts): Profiles {
  return createProfiles({
    database,
    termsVersion: config.termsVersion,
    connected: chats.connected,
    goneFrom: chats.goneFrom,
    photos: photosFor(media),
    currentMode: async (db, userId) => MODES[(await engagements.find(db, userId))?.kind ?? 'direct'],
    readingChanged: chats.readingChanged,
    preferencesChanged: (userId) => anonymous.queue.edited(userId),
  });
}
