import { Trans } from '@lingui/react/macro';

/** Where HTTP gets through and live connections do not. */
export function LiveBlocked() {
  return (
    <Trans>
      Your network lets no live connection through, so you cannot be matched with anybody here. A proxy or firewall may
      block it; another Wi-Fi or mobile data usually helps.
    </Trans>
  );
}
