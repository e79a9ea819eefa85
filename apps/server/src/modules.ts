import type { FastifyInstance } from 'fastify';
import { createChats, type Chats } from './chats/index.ts';
import type { Config } from './config.ts';
import { countWaiting, createEngagements } from './engagement/index.ts';
import { homeCallables } from './home/index.ts';
import { createIdentity, type Identity, type Origins, type ProviderSettings } from './identity/index.ts';
import { createMedia, openObjectStore, type Media } from './media/index.ts';
import { createNearby } from './nearby/index.ts';
import { createNotifications, type Notifications } from './notifications/index.ts';
import { allHandlers, type Handlers } from './platform/dispatcher.ts';
import type { Platform } from './platform/platform.ts';
import type { ClosedRelay } from './platform/relay/index.ts';
import type { Stop } from './platform/stop.ts';
import { createPosts, type Posts } from './posts/index.ts';
import { createProfiles, person, profileCallables, pushTokenRoutes, removePushTokensOf } from './profiles/index.ts';
import { isHeld } from './safety/index.ts';
import { filesFor, messagesFor, photosFor } from './wires/media.ts';
import { noticesFor } from './wires/notifications.ts';
import { commentWires } from './wires/posts.ts';
import { connectSafety } from './wires/safety.ts';
import { connectScreening } from './wires/screening.ts';
import { connectTextMatch, type AnonymousText } from './wires/text-match.ts';
import { closedRelay, coturn, type CallRelay } from './voice/index.ts';
import { connectVoice, type AnonymousVoice } from './wires/voice.ts';

export interface ModuleOptions {
  platform: Platform;
  config: Config;
  origins: Origins;
  providers: readonly ProviderSettings[];
  /** Null: the operator has named another relay. */
  relay: ClosedRelay | null;
}

/** The modules, connected to one another. */
export interface Modules {
  identity: Identity;
  /** The queue and the calls. */
  anonymous: AnonymousVoice;
  text: AnonymousText;
  chats: Chats;
  handlers: Handlers;
  routes: readonly ((app: FastifyInstance) => void)[];
  /** Before the door opens. */
  start(): Promise<Stop>;
}

const MODES = { 'voice-queue': 'mode2', voice: 'mode2', 'text-queue': 'mode3', text: 'mode3', direct: null } as const;

export function buildModules(options: ModuleOptions): Modules {
  const { platform, config, origins, providers } = options;
  const { database, clock } = platform;
  const screening = connectScreening({ platform, config, origins });
  const objects = openObjectStore({ ...config.objectStore, clock });
  const engagements = createEngagements(platform);
  const identity = createIdentity({
    ...{ ...platform, origins, providers },
    // within: a session takes its device tokens with it, and the place or call that was carried from there
    async sessionClosed(tx, session) {
      await removePushTokensOf(tx, session.sid);
      await anonymous.signedOut(tx, session);
      await text.signedOut(tx, session);
    },
  });
  const said = noticesFor(() => notifications);
  const chats: Chats = createChats({
    ...{ ...platform, person, media: filesFor(() => media), notices: said.notices },
    engagement: (db, userId) => anonymous.voice.look(db, userId),
    holds: (tx, held) => isHeld(tx.db, held),
    // within: with its room a match is over
    leaveMatch: (tx, left) => text.matching.leave(tx, left),
    // within: the other one hears of it, and their call ends
    async roomClosed(tx, closed) {
      await said.roomClosed(tx, closed);
      const { by, other, roomId } = closed;
      if (by !== null) await anonymous.voice.chatClosed(tx, { by, other, roomId });
    },
  });
  const media: Media = createMedia({
    ...{ ...platform, objects, admission: identity.admission, holderOf: identity.holderOf },
    ...{ quotaMb: config.limits.mediaQuotaMb, oneTimeSeconds: config.limits.oneTimeImageSeconds },
    chats: messagesFor(() => chats),
    pictures: screening.pictures,
  });
  const notifications: Notifications = createNotifications({ ...platform, person, noneStands: chats.noneStands });
  const relay = relayOf(options);
  const { notify } = notifications;
  const text = connectTextMatch({ platform, config, engagements, chats, notify });
  const textQueueView = text.queueView;
  const anonymous = connectVoice({ platform, config, engagements, relay, chats, notify, textQueueView });
  const safety = connectSafety({
    ...{ ...platform, engagements, voice: anonymous.voice, matching: text.matching, chats },
  });
  const posts: Posts = createPosts({
    ...{ ...platform, postSeconds: config.limits.postSeconds, wires: commentWires({ chats, notify }) },
  });
  const nearby = createNearby({ ...platform, requests: chats.requests });
  const profiles = createProfiles({
    database,
    termsVersion: config.termsVersion,
    connected: chats.connected,
    photos: photosFor(media),
    currentMode: async (db, userId) => MODES[(await engagements.find(db, userId))?.kind ?? 'direct'],
    // after: ticks come and go on both sides
    readingChanged: chats.readingChanged,
  });

  return {
    ...{ identity, anonymous, text, chats },
    handlers: screening.screened(
      allHandlers(
        identity.callables,
        profileCallables(profiles),
        safety.callables,
        anonymous.handlers,
        text.handlers,
        chats.callables,
        media.callables,
        notifications.callables,
        homeCallables(database, { waiting: countWaiting, moments: posts.countFor, nearby: nearby.countNearby }),
        posts.callables,
        nearby.callables,
      ),
    ),
    routes: [identity.routes, pushTokenRoutes({ ...platform, ...identity }), media.routes, screening.routes],
    async start() {
      platform.live.engagedWhen(engagements.isEngagedHere);
      const stops = [await identity.start(), engagements.start(), anonymous.start(), text.start()];
      stops.push(await screening.start(), chats.start(), media.start(), notifications.start(), posts.start());
      return () => stops.forEach((stop) => stop());
    },
  };
}

function relayOf({ relay, config, origins }: ModuleOptions): CallRelay {
  if (relay !== null) return closedRelay({ relay, host: config.relayHost, origins: origins.all });
  if (config.turn === null) throw new Error('no relay was started and none is named');
  return coturn(config.turn);
}
