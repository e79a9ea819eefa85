import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useConfig } from '../../lib/config.ts';
import { productName } from '../../lib/product.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function TermsPage() {
  const product = productName();
  return (
    <LegalPage
      name="terms"
      lead={
        <Trans>
          What you and the operator of this {product} owe each other. Be an adult, be decent, record nobody.
        </Trans>
      }
    >
      <Operator />
      <Adults />
      <Meeting />
      <Conduct />
      <YourWords />
      <Consequences />
      <Care />
      <NoPromises />
      <Leaving />
    </LegalPage>
  );
}

function Operator() {
  const { t } = useLingui();
  const product = productName();
  return (
    <Section title={t`Who runs this`}>
      <p>
        <Trans>
          {product} is open software, and whoever runs it on a server of their own is its operator there. The operator
          decides about this server and answers for it; those who write the software see nothing of it.
        </Trans>
      </p>
      <p>
        <WhomToAsk />
      </p>
    </Section>
  );
}

function Adults() {
  const { t } = useLingui();
  return (
    <Section title={t`Adults only`}>
      <p>
        <Trans>
          You must be 18 or older, and give your true birth date. Whoever says that they are younger is refused, and the
          account stays closed. Your account is for you alone: let nobody else use it.
        </Trans>
      </p>
    </Section>
  );
}

function Meeting() {
  const { t } = useLingui();
  return (
    <Section title={t`How people meet here`}>
      <p>
        <Trans>
          You talk to strangers. In an anonymous call neither of you learns who the other is until both have pressed
          Like. Then you see each other’s name, photos and profile, the call goes on, and a chat opens. This cannot be
          undone, but you can end the call, and block the other, whenever you want.
        </Trans>
      </p>
    </Section>
  );
}

function Conduct() {
  const { t } = useLingui();
  return (
    <Section title={t`How to behave`}>
      <p>
        <Trans>
          The <Link to="/rules">community rules</Link> are part of these terms. In short: be kind, ask before it gets
          personal, and leave people their secret. Nobody may record a call, or publish what was said, written or shown
          here, without the consent of everybody in it.
        </Trans>
      </p>
    </Section>
  );
}

function YourWords() {
  const { t } = useLingui();
  return (
    <Section title={t`What is yours stays yours`}>
      <p>
        <Trans>
          What you write and upload belongs to you. You allow the operator to store it and to show it to the people it
          is meant for, for as long as it is here, and for nothing else: it is not sold, and not used to advertise. What
          is stored, and for how long, is in the <Link to="/privacy">privacy policy</Link>.
        </Trans>
      </p>
    </Section>
  );
}

function Consequences() {
  const { t } = useLingui();
  return (
    <Section title={t`When somebody breaks the rules`}>
      <p>
        <Trans>
          You can report and block anybody you meet: in a call from its first second, in a chat, and on a profile. The
          operator’s moderators may remove what breaks these terms or the law, warn, suspend, and close accounts. You
          read why, and can disagree once, in the app; somebody else looks at it then. An account is closed for good
          only when two of them agree.
        </Trans>
      </p>
    </Section>
  );
}

function Care() {
  const { t } = useLingui();
  return (
    <Section title={t`Look after yourself`}>
      <p>
        <Trans>
          Nobody checks who people are. Be careful with your address, your money and your pictures, and meet people you
          know from here in public places first. This is no emergency service: when somebody is in danger, call the
          emergency number of the place.
        </Trans>
      </p>
    </Section>
  );
}

function NoPromises() {
  const { t } = useLingui();
  const product = productName();
  return (
    <Section title={t`No promises`}>
      <p>
        <Trans>
          You get {product} as it is. It may fail, change or end. As far as the law allows, the operator is not liable
          for what other people do here. Nothing in these terms takes away a right that the law of your country gives
          you.
        </Trans>
      </p>
    </Section>
  );
}

function Leaving() {
  const { t } = useLingui();
  const version = useConfig().data?.termsVersion ?? '';
  return (
    <Section title={t`Leaving, and changes`}>
      <p>
        <Trans>
          You may leave at any time: <Link to="/settings/delete">Delete my account</Link> is in the settings. You are
          out of sight at once, and everything of yours is erased after 30 days, unless you come back before.
        </Trans>
      </p>
      <p>
        <Trans>
          These are the terms of version {version}. Each version you accept is kept with the date. Terms that change get
          a new version, and you are asked again when you come back.
        </Trans>
      </p>
    </Section>
  );
}
