import { expect, test, vi } from 'vitest';
import { runHook } from '../../../lib/testing/run-hook.ts';
import { fallbackUser, type User } from '../../../state/user.ts';
import { useEditProfile } from './use-edit-profile.ts';

const submit = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/client.ts', () => ({}));
vi.mock('../../../lib/use-submit.ts', () => ({ useSubmit: () => ({ submit, error: null, busy: false }) }));

test('what was changed elsewhere since the draft was begun is not undone by it', () => {
  const begun: User = { ...fallbackUser('wei'), region: 'TW-TPE', languages: ['zh'] };
  const elsewhere = { ...begun, interests: ['film'], languages: ['zh', 'en'] };
  let edit: ReturnType<typeof useEditProfile> | undefined;
  const page = runHook(({ user }: { user: User }) => void (edit = useEditProfile(user, () => {})), { user: begun });
  page.render({ user: elsewhere });
  expect(edit?.isChanged).toBe(false);
  edit?.change({ bio: 'Tea.' });
  page.render({ user: elsewhere });
  edit?.save();
  expect(submit).toHaveBeenCalledExactlyOnceWith({ bio: 'Tea.' });
});
