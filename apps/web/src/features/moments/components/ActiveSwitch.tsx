import { Trans } from '@lingui/react/macro';
import type { Post } from '@yonder/contract';
import { Switch } from '../../../ui/Switch.tsx';
import { useSetActive } from '../api/change-post.ts';
import { useServerMinute } from '../use-server-minute.ts';

/** Switches the moment's visibility; absent once it has expired. */
export function ActiveSwitch({ post }: { post: Post }) {
  const active = useSetActive(post);
  if (post.expiresAt <= useServerMinute()) return null;
  return (
    <Switch checked={post.isActive} onChange={(event) => active.mutate(event.target.checked)}>
      <Trans>Others can see it</Trans>
    </Switch>
  );
}
