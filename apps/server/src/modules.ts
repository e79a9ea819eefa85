import type { FastifyInstance } from 'fastify';
import { createChats, type Chats } from './chats/index.ts';
import type { Config } from './config.ts';
import { createEngagements } from './engagement/index.ts';
import { createIdentity, holdSession, type Identity, type Origins, type ProviderSettings } from './identity/index.ts';
import { openObjectStore } from './media/index.ts';
import { createNearby } from './nearby/index.ts';
import type { Notifications } from './notifications/index.ts';
import { allHandlers, type Handlers } from './platform/dispatcher.ts';
import type { Platform } from './platform/platform.ts';
import type { ClosedRelay } from './platform/relay/index.ts';
import type { Stop } from './platform/stop.ts';
import { createPosts, type Posts } from './posts/index.ts';
import { person, profileCallables } from './profiles/index.ts';
import { createPush, type Push } from './push/index.ts';
import type { Privacy } from './privacy/index.ts';
import { connectHome } from './wires/home.ts';
import { connectFiles, type Files } from './wires/files.ts';
import { filesFor } from './wires/media.ts';
import { connectNotifications, noticesFor } from './wires/notifications.ts';
import { connectModeration } from './wires/moderation.ts';
import { commentWires } from './wires/posts.ts';
import { connectPrivacy } from './wires/privacy.ts';
import { connectProfiles } from './wires/profiles.ts';
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
  files: Files;
  privacy: Privacy;
  push: Push;
  handlers: Handlers;
  routes: readonly ((app: FastifyInstance) => void)[];
  /** Runs before the server accepts calls. */
  start(): Promise<Stop>;
}

export function buildModules(options: ModuleOptions): Modules {
  const { platform, config, origins, providers } = options;
  const { database, clock } = platform;
  const screening = connectScreening({
    platform,
    config,
    origins,
    review: (tx, written) => safety.review(tx, written),
  });
  const objects = openObjectStore({ ...config.objectStore, clock });
  const engagements = createEngagements(platform);
  const push: Push = createPush({ ...platform, ...config.push, person, holdSession, here: platform.live.presenceOf });
  const identity = createIdentity({
    ...platform,
    origins,
    providers,
    async sessionClosed(tx, session) {
      await push.sessionClosed(tx, session);
      await anonymous.signedOut(tx, session);
      await text.signedOut(tx, session);
    },
  });
  const chats: Chats = createChats({
    evidence: { seal: (tx, shown) => evidence.seal(tx, shown) },
    ...platform,
    person,
    media: filesFor(() => media),
    notices: noticesFor(() => notifications, push),
    engagement: (db, userId) => anonymous.voice.look(db, userId),
    notified: (db, userId) => notifications.standing(db, userId),
    leaveMatch: (tx, left) => text.matching.leave(tx, left),
    roomClosed: (tx, closed) => anonymous.voice.chatClosed(tx, closed),
  });
  const files: Files = connectFiles({
    platform,
    config,
    objects,
    identity,
    chats,
    pictures: screening.pictures,
    copies: { bytesAt: (path) => privacy.bytesAt(path) },
  });
  const { media, evidence } = files;
  const notifications: Notifications = connectNotifications({ platform, chats, push });
  const relay = relayOf(options);
  const { notify } = notifications;
  const text = connectTextMatch({ platform, config, engagements, chats, notify, push });
  const textQueueView = text.queueView;
  const anonymous = connectVoice({ platform, config, engagements, relay, chats, notify, push, textQueueView });
  const moderation = connectModeration({
    platform,
    config,
    identity,
    anonymous,
    text,
    chats,
    media,
    evidence,
    notify,
    push,
    posts: () => posts,
  });
  const posts: Posts = createPosts({
    ...platform,
    postSeconds: config.limits.postSeconds,
    wires: commentWires({ chats, notify }),
  });
  const safety = connectSafety({
    ...platform,
    engagements,
    voice: anonymous.voice,
    matching: text.matching,
    chats,
    posts,
    media,
    cases: moderation.cases,
  });
  const nearby = createNearby({ ...platform, requests: chats.requests });
  const profiles = connectProfiles({ database, config, engagements, chats, media, anonymous });
  const home = connectHome({ platform, posts, nearby });
  const privacy: Privacy = connectPrivacy({ platform, config, objects, identity, chats, media, evidence, posts });

  return {
    identity,
    anonymous,
    text,
    chats,
    files,
    privacy,
    push,
    handlers: screening.screened(
      allHandlers(
        identity.callables,
        profileCallables(profiles),
        safety.callables,
        moderation.callables,
        anonymous.handlers,
        text.handlers,
        chats.callables,
        media.callables,
        notifications.callables,
        home.callables,
        posts.callables,
        nearby.callables,
        privacy.callables,
        push.callables,
      ),
    ),
    routes: [identity.routes, push.routes(identity.admission), media.routes, screening.routes],
    start() {
      platform.live.engagedWhen(engagements.isEngagedHere);
      return inOrder(identity, engagements, anonymous, text, screening, chats, files, notifications, posts, home, push);
    },
  };
}

/** Starts them one after the other. */
async function inOrder(...modules: readonly { start(): Stop | Promise<Stop> }[]): Promise<Stop> {
  const stops: Stop[] = [];
  for (const module of modules) stops.push(await module.start());
  return () => stops.forEach((stop) => stop());
}

function relayOf({ relay, config, origins }: ModuleOptions): CallRelay {
  if (relay !== null)
    return closedRelay({ relay, host: config.relayHost, listensOn: config.relayListensOn, origins: origins.all });
  if (config.turn === null) throw new Error('no relay was started and none is named');
  return coturn(config.turn);
}
