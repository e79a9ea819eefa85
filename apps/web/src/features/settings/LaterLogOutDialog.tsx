import { later } from '../../ui/later.tsx';
import { notOpened } from '../../ui/NotOpened.tsx';

/** Few of those who open the settings log out. */
export const LaterLogOutDialog = later(async () => (await import('./LogOutDialog.tsx')).LogOutDialog, {
  failed: notOpened,
});
