import {
  TERMS_VERSION,
  type deviceCallables,
  type homeCallables,
  type peopleCallables,
  type privacyCallables,
  type profileEditCallables,
} from '@yonder/contract';
import { openSession } from '../../identity/store.ts';
import { everybodys, nobodys, owners } from './outcomes.ts';
import type { Rows, Scene } from './scene.ts';
import { openBrowser } from '../../push/testing/browser.ts';

async function deviceOf({ world, owner, secret: label }: Scene): Promise<string> {
  const { userId } = owner;
  const expiresAt = new Date(world.clock.now() + 60_000);
  return (await world.database.transaction((tx) => openSession(tx, { userId, label, expiresAt }))).sid;
}

export const profileRows: Rows<keyof typeof peopleCallables | keyof typeof profileEditCallables> = {
  getProfile: {
    ask: ({ owner }) => ({ uid: owner.userId }),
    outcome: { ...everybodys, blocked: 'profile-not-found' },
    // Their own is open to them.
    open: { newcomer: 'onboarding-required', suspended: 'suspended', leaving: 'leaving' },
  },
  completeOnboarding: {
    ask: () => ({
      birthDate: '1990-01-01',
      name: 'New',
      region: 'TW',
      languages: ['en'],
      termsVersion: TERMS_VERSION,
    }),
    outcome: nobodys('already-onboarded'),
    open: { newcomer: 'ok' },
  },
  updatePreferences: { ask: () => ({ enterSends: false }), outcome: everybodys },
  updateLastActive: { ask: ({ owner }) => ({ uid: owner.userId }), outcome: owners('not-you') },
  updateFcmToken: {
    ask: () => ({ token: openBrowser('https://fcm.googleapis.com/fcm/send/here').token }),
    outcome: everybodys,
  },
  updateProfile: { ask: () => ({ bio: 'Walks.' }), outcome: everybodys },
  awaitPremium: { ask: () => ({ awaits: true }), outcome: everybodys },
};

export const deviceRows: Rows<keyof typeof deviceCallables | keyof typeof homeCallables> = {
  listDevices: { ask: (scene) => deviceOf(scene).then(() => null), outcome: everybodys },
  signOutDevice: { ask: async (scene) => ({ deviceId: await deviceOf(scene) }), outcome: owners('device-not-found') },
  signOutEverywhere: { ask: () => null, outcome: everybodys },
  getHome: { ask: () => null, outcome: everybodys },
  watchCounts: { ask: () => ({ shown: 'home' }), outcome: everybodys },
};

export const privacyRows: Rows<keyof typeof privacyCallables> = {
  getExport: {
    async ask({ owner }) {
      await owner.call('requestExport');
      return null;
    },
    outcome: everybodys,
  },
  requestExport: { ask: () => null, outcome: everybodys },
  requestDeletion: { ask: () => null, outcome: everybodys },
  cancelDeletion: { ask: () => null, outcome: nobodys('not-leaving'), open: { leaving: 'ok' } },
  acceptTerms: { ask: () => ({ termsVersion: TERMS_VERSION }), outcome: everybodys },
};
