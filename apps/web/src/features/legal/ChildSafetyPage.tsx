import { Trans, useLingui } from '@lingui/react/macro';
import { productName } from '../../lib/product.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function ChildSafetyPage() {
  const product = productName();
  return (
    <LegalPage
      name="childSafety"
      lead={<Trans>{product} is for adults. Children have no place here, in any way.</Trans>}
    >
      <Sections />
    </LegalPage>
  );
}

function Sections() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`Nobody under 18`}>
        <p>
          {t`Everybody gives a birth date before anything opens. Who is under 18 is refused, the answers are thrown away, and the same sign-in cannot try again with another date.`}
        </p>
      </Section>
      <Section title={t`What is never tolerated`}>
        <ul>
          <li>{t`Sexual talk with children or about them, and pictures, drawings or texts that make them sexual.`}</li>
          <li>{t`Winning a child’s trust to abuse it, asking a child for pictures, or trying to meet one.`}</li>
          <li>{t`Offering such things, asking for them, or leading to them.`}</li>
        </ul>
        <p>
          {t`Such reports are looked at first, and such accounts are closed for good: the same sign-in opens no other one. What was reported is kept past every deletion, and the operator gives it to the authorities as the law demands.`}
        </p>
      </Section>
      <Section title={t`Report it`}>
        <p>
          {t`In a call press “Report and leave”, in a chat or on a profile the three dots, and choose “They seem to be under 18”, or what fits best. You need no proof, and the other one is not told.`}
        </p>
        <p>
          <WhomToAsk />
        </p>
        <p>
          <Trans>
            When a child is in danger, call the police. Pictures of abuse, wherever you see them, can be reported
            without giving your name to the hotline of your country: <a href="https://inhope.org">inhope.org</a> lists
            them.
          </Trans>
        </p>
      </Section>
    </>
  );
}
