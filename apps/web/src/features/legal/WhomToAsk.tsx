import { Trans } from '@lingui/react/macro';
import { useConfig } from '../../lib/config.ts';
import { ContactLink } from '../../ui/ContactLink.tsx';

/** The operator's contact, if configured. */
export function WhomToAsk() {
  const contact = useConfig().data?.operatorContact;
  if (!contact) {
    return (
      <Trans>The operator of this server has not named an address to write to. Ask whoever told you about it.</Trans>
    );
  }
  return (
    <Trans>
      The operator of this server can be reached at <ContactLink contact={contact} />.
    </Trans>
  );
}
