import { Plural } from '@lingui/react/macro';
import { useFollowCases } from '../features/moderation/index.ts';
import { Badge } from './Badge.tsx';

/** How many moderation cases are open. */
export function CasesBadge() {
  const open = useFollowCases() ?? 0;
  return (
    <Badge count={open}>
      <Plural value={open} one="# open case" other="# open cases" />
    </Badge>
  );
}
