import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { wipePersonalStorage } from '../lib/wipe-personal-storage.ts';
import { keepSelf, keptSelf } from './kept-self.ts';
import { ANN, BOB, ownProfile } from '../state/samples.ts';

afterEach(() => wipePersonalStorage());

test('who was signed in last is known without a network', async () => {
  expect(await keptSelf(ANN)).toBeNull();
  await keepSelf(ownProfile(ANN));
  expect(await keptSelf(ANN)).toMatchObject({ userId: ANN, name: 'Ann' });
});

test('it stays at the same person’s next sign-in, and goes at somebody else’s and at logout', async () => {
  await keepSelf(ownProfile(ANN));
  await wipePersonalStorage({ except: ANN });
  expect(await keptSelf(ANN)).not.toBeNull();
  await wipePersonalStorage({ except: BOB });
  expect(await keptSelf(ANN)).toBeNull();
  await keepSelf(ownProfile(ANN));
  await wipePersonalStorage();
  expect(await keptSelf(ANN)).toBeNull();
});
