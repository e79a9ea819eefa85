import { Trans } from '@lingui/react/macro';

/** Shown where HTTP works and live connections do not. */
export function LiveBlocked() {
  return <Trans>Your network lets no live connection through. Calls and matches need one.</Trans>;
}
