import type { Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Evidence } from '../evidence/index.ts';
import { engagementData } from '../engagement/index.ts';
import { identityAreas, type Identity } from '../identity/index.ts';
import type { Media, ObjectStore } from '../media/index.ts';
import { moderationData } from '../moderation/index.ts';
import { clearPlace, nearbyData } from '../nearby/index.ts';
import { notificationData } from '../notifications/index.ts';
import { forgetCaller } from '../platform/door/forget-caller.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { postData, type Posts } from '../posts/index.ts';
import { createPrivacy, type LeavingWires, type Privacy } from '../privacy/index.ts';
import { profileData, showProfile } from '../profiles/index.ts';
import { pushData } from '../push/index.ts';
import { safetyData } from '../safety/index.ts';
import { screeningData } from '../screening/index.ts';
import { textMatchData } from '../text-match/index.ts';
import { voiceData } from '../voice/index.ts';

interface PrivacyWiring {
  platform: Platform;
  config: Config;
  objects: ObjectStore;
  identity: Pick<Identity, 'signOutEverywhere'>;
  chats: Pick<Chats, 'closeSome' | 'goneFrom' | 'personalData'>;
  media: Media;
  evidence: Pick<Evidence, 'personalData'>;
  posts: Pick<Posts, 'withdraw'>;
}

/** The state kept per caller expires within the hour by itself. */
const callerData: PersonalData = {
  areas: [],
  async erase(tx, userId) {
    await forgetCaller(tx, userId);
    return 'done';
  },
};

/** Hides a user that deletes their account, and finally erases them; every module names its personal data. */
export function connectPrivacy(wiring: PrivacyWiring): Privacy {
  const { platform, config, objects, identity, chats, media, evidence, posts } = wiring;
  const wires: LeavingWires = {
    // Ends everything as a sign-out does.
    signOut: (tx, userId) => identity.signOutEverywhere(tx, userId),
    // Hides the profile, the location and the posts from others.
    async hide(tx, userId) {
      await showProfile(tx, { userId, to: 'nobody' });
      await clearPlace(tx, userId);
      await posts.withdraw(tx, userId);
    },
    // Shows the profile again; the location stays cleared.
    show: (tx, userId) => showProfile(tx, { userId, to: 'others' }),
    closeChats: chats.closeSome,
  };
  return createPrivacy({
    ...platform,
    objects,
    media,
    wires,
    productName: config.productName,
    account: identityAreas,
    parts: {
      voice: voiceData(chats),
      'text-match': textMatchData,
      posts: postData,
      nearby: nearbyData,
      chats: chats.personalData,
      notifications: notificationData,
      push: pushData,
      engagement: engagementData,
      evidence: evidence.personalData,
      media: media.personalData,
      safety: safetyData,
      moderation: moderationData,
      screening: screeningData,
      caller: callerData,
      profiles: profileData,
    },
  });
}
