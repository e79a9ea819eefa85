import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function ContactPage() {
  return (
    <LegalPage name="contact" lead={<WhomToAsk />}>
      <Sections />
    </LegalPage>
  );
}

function Sections() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`Somebody is in danger`}>
        <p>{t`Call the emergency number of the place first. Nobody here can be quick enough.`}</p>
      </Section>
      <Section title={t`Somebody broke the rules`}>
        <p>
          <Trans>
            Report it where it happened: in the call, in the chat, on the moment or the profile. What it was about is
            kept with the report, which no letter can do. See the <Link to="/rules">community rules</Link>.
          </Trans>
        </p>
      </Section>
      <Section title={t`A decision about you`}>
        <p>{t`Whoever is suspended reads why when they sign in, and can disagree right there.`}</p>
      </Section>
      <Section title={t`Your data`}>
        <p>
          <Trans>
            A copy of it and the deletion of your account are two buttons: <Link to="/settings/data">your data</Link>{' '}
            and <Link to="/settings/delete">leaving</Link>. For anything else about it write to the operator.
          </Trans>
        </p>
      </Section>
      <Section title={t`Something does not work`}>
        <p>
          <Trans>
            The <Link to="/help">help center</Link> answers what is asked most. If it is something else, write what you
            did, what you saw, and with which browser.
          </Trans>
        </p>
      </Section>
    </>
  );
}
