import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { productName } from '../../lib/product.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function AboutPage() {
  const product = productName();
  return (
    <LegalPage
      name="about"
      lead={<Trans>{product} is a place to meet people you don’t know yet, by voice and by words.</Trans>}
    >
      <Sections />
    </LegalPage>
  );
}

function Sections() {
  const { t } = useLingui();
  const product = productName();
  return (
    <>
      <Section title={t`What it is for`}>
        <p>
          {t`Two strangers talk for five minutes. Neither sees who the other is. At the end both choose, and only if both like each other do names and faces show, and a chat begins. There are quieter ways, too: writing instead of talking, short moments of your region, and people who are roughly nearby.`}
        </p>
      </Section>
      <Section title={t`What it is not`}>
        <p>
          {t`There is no score, no feed that never ends, no advertising, and nobody who sells what you do here. No call is recorded.`}
        </p>
      </Section>
      <Section title={t`Who runs it`}>
        <p>
          <Trans>
            {product} is open software under the Apache License 2.0: anybody may run it on a server of their own, read
            how it works, and change it. Whoever runs this server is its operator and decides here.
          </Trans>
        </p>
        <p>
          <WhomToAsk />
        </p>
      </Section>
      <Section title={t`Being safe`}>
        <p>
          <Trans>
            From the first second of a call you can report, block and go, with “Report and leave”; “End call” works a
            few seconds later. How people behave here is in the <Link to="/rules">community rules</Link>; what is kept
            about you is in the <Link to="/privacy">privacy policy</Link>.
          </Trans>
        </p>
      </Section>
    </>
  );
}
