import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function RulesPage() {
  return (
    <LegalPage
      name="rules"
      lead={
        <Trans>
          Strangers can only meet where both feel safe. These rules hold everywhere: in calls, in chats, and for what
          stands in your profile.
        </Trans>
      }
    >
      <Conduct />
      <Reporting />
    </LegalPage>
  );
}

function Conduct() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`Be an adult`}>
        <p>{t`Everybody here is 18 or older. When somebody seems to be younger, leave and report it.`}</p>
      </Section>
      <Section title={t`Be kind`}>
        <p>
          {t`No insults, no threats, no stalking. No contempt for people because of their origin, colour, religion, sex, gender, whom they love, their age, body or disability. You need not like everybody: pressing Dislike is fine, and quiet.`}
        </p>
      </Section>
      <Section title={t`Ask first`}>
        <p>
          {t`Nothing sexual unless the other one clearly wants it too. Silence is a no. A no needs no reason and ends the matter.`}
        </p>
      </Section>
      <Section title={t`Leave people their secret`}>
        <p>
          {t`Who is anonymous stays so until both like. Don’t press for names, numbers, pictures or places, don’t try to find out who somebody is, and keep to yourself what you learn about them.`}
        </p>
      </Section>
      <Section title={t`Record nothing`}>
        <p>
          {t`No recordings, no published screenshots, and nobody beside you who listens without the other one knowing.`}
        </p>
      </Section>
      <Section title={t`Be honest`}>
        <p>
          {t`No scams, no asking for money, no advertising, no posing as somebody else, and no machine that talks in your place.`}
        </p>
      </Section>
      <Section title={t`Stay within the law`}>
        <p>
          <Trans>
            Nothing that is forbidden where you are or where this server is. What harms children is never tolerated: see{' '}
            <Link to="/child-safety">child safety</Link>.
          </Trans>
        </p>
      </Section>
    </>
  );
}

function Reporting() {
  const { t } = useLingui();
  return (
    <Section title={t`When somebody breaks them`}>
      <p>
        <Trans>
          In a call press “Report and leave”; it works from the first second and the call ends at once. In a chat, and
          on the profile of somebody you know, the three dots lead to reporting and blocking.
        </Trans>
      </p>
      <ul>
        <li>{t`The other one is never told who reported them, nor that somebody did.`}</li>
        <li>{t`You two are never matched again.`}</li>
        <li>{t`Moderators look at the report, with what belongs to it. They can remove what was said, warn, suspend, and together with another one ban. Reports about children and about somebody who may hurt themselves come first.`}</li>
        <li>{t`You hear whether we acted on your report. What we did is between us and the other one.`}</li>
        <li>{t`Whoever something is decided about reads why, and can disagree once.`}</li>
        <li>{t`Reports made up to harm somebody break these rules themselves.`}</li>
      </ul>
      <p>
        <Trans>When it cannot wait, write to the operator as well.</Trans> <WhomToAsk />
      </p>
      <p>{t`When somebody may hurt themselves or is in danger, call the emergency number first, then report it.`}</p>
    </Section>
  );
}
