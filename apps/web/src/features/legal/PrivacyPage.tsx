import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useConfig, useEvidenceHours } from '../../lib/config.ts';
import { productName } from '../../lib/product.ts';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      name="privacy"
      lead={
        <Trans>
          What is kept about you, who sees it, and for how long. Calls are never recorded, and nothing is sold, used for
          advertising or passed on to trackers.
        </Trans>
      }
    >
      <Responsible />
      <YouTell />
      <Calls />
      <Chats />
      <Reports />
      <Technical />
      <WhoSees />
      <HowLong />
      <YourRights />
    </LegalPage>
  );
}

function Responsible() {
  const { t } = useLingui();
  const product = productName();
  return (
    <Section title={t`Who is responsible`}>
      <p>
        <Trans>
          The operator of this server. Those who write the software {product} get nothing from here: it sends nothing
          home.
        </Trans>
      </p>
      <p>
        <WhomToAsk />
      </p>
    </Section>
  );
}

function YouTell() {
  const { t } = useLingui();
  return (
    <Section title={t`What you tell`}>
      <ul>
        <li>
          {t`Your sign-in: which service you use, the number it knows you by, and the name it suggests. No password and no e-mail address.`}
        </li>
        <li>{t`Your birth date. Nobody is shown it; others see an age range once you both like.`}</li>
        <li>
          {t`Your profile: name, photos, words about yourself, interests, country or region, languages, time zone, how you like the app to look and behave, when you were last here, and which versions of the terms you accepted when.`}
        </li>
        <li>{t`Your moments and comments. Others read a moment with your name, a comment without it.`}</li>
        <li>{t`Where you are shown to others nearby, if you switch that on: a spot roughly one to three kilometres from where you are. The place you are at is used to find that spot, and kept nowhere.`}</li>
        <li>{t`Under 18: your answers are thrown away. That this sign-in was refused is kept.`}</li>
      </ul>
    </Section>
  );
}

function Calls() {
  const { t } = useLingui();
  return (
    <Section title={t`Calls`}>
      <p>
        {t`What you say is encrypted from browser to browser. The server does not hear it, and there is no recording.`}
      </p>
      <p>
        {t`What is kept: who was in a call with whom, when and for how long, the topics you wrote, what each of you chose, and how it ended.`}
      </p>
      <p>
        <CallPath />
      </p>
      <p>
        {t`Calls from a chat go through a relay, unless both of you have switched that off in the settings: then the other person could learn your network address.`}
      </p>
    </Section>
  );
}

/** Depends on the operator's configuration. */
function CallPath() {
  const path = useConfig().data?.callPath ?? 'direct';
  if (path === 'direct') {
    return (
      <Trans>
        On this server calls between strangers go directly from one browser to the other. The other person could learn
        your network address that way, and from it roughly where you are.
      </Trans>
    );
  }
  return (
    <Trans>
      On this server calls between strangers go through a relay, so neither of you learns the network address of the
      other.
    </Trans>
  );
}

function Chats() {
  const { t } = useLingui();
  return (
    <Section title={t`Chats`}>
      <p>
        {t`Messages, pictures and voice messages are kept with their time and whether they were read, for both of you. Pictures lose what a camera writes into them, such as the place. They are encrypted on their way, but not on the server: whoever runs it could read them.`}
      </p>
      <p>
        <SeenOrDeleted />
      </p>
    </Section>
  );
}

/** Depends on how long the operator keeps evidence; claims nothing until that is known. */
function SeenOrDeleted() {
  const hours = useEvidenceHours();
  if (hours === undefined) return null;
  const gone = (
    <Trans>
      A picture that was seen once, and a message that its sender deleted, are gone for both of you at once.
    </Trans>
  );
  if (hours === 0) return gone;
  return (
    <>
      {gone}{' '}
      <Plural
        value={hours}
        one="An encrypted copy is kept apart for # hour."
        other="An encrypted copy is kept apart for # hours."
      />{' '}
      <Trans>
        Only a report by the person who received it opens that copy, for moderators. After that time it is gone, not
        before, even when the account of its sender is erased. It is in no backup and in no copy of anybody’s data; but
        where the operator archives the log of the database, it is in that archive as long as the archive is kept.
      </Trans>
    </>
  );
}

function Reports() {
  const { t } = useLingui();
  return (
    <Section title={t`Reports and blocks`}>
      <p>
        {t`A report keeps who reported whom, why, what they wrote, and what it is about: of a call its times and topics, never sound; of a chat up to thirty messages. Whom you block is kept so that you two never meet again. Neither is ever told to the other person.`}
      </p>
      <p>
        {t`You hear whether we acted on your report, never what we did. The settings list your reports with date, kind, reason and outcome, as long as we keep them.`}
      </p>
    </Section>
  );
}

function Technical() {
  const { t } = useLingui();
  return (
    <Section title={t`Technical things`}>
      <ul>
        <li>
          {t`Two cookies say that you are signed in, one to the server and one to the page; another one lives for the minutes of signing in.`}
        </li>
        <li>{t`If you choose a language, or a page comes in another one than you read, a cookie tells the server for a year.`}</li>
        <li>
          {t`Your browser keeps your language, how the app looks and behaves on this device, how many text matches you have used up and when there are new ones. Until you close the tab it also keeps a random number, by which the server recognises the tab. While you wait for a call or a text match it keeps what you chose and typed for it, and when.`}
        </li>
        <li>{t`When a page goes away in the middle of a call, its tab keeps when that was, so that the next page leads back into the call.`}</li>
        <li>{t`While you are signed in, your browser also keeps your profile, your chats with their latest messages, and what you have begun to write or could not send yet, pictures and voice messages included: so the app works without a network. Logging out removes all of that. There is nothing else about you: no analytics, nothing from other sites.`}</li>
        <li>
          {t`Your network address is used to answer you, and counted for about an hour so that nobody can flood the server. It is never connected with your account.`}
        </li>
        <li>{t`If you allow notifications in your browser, the address at which its maker’s service wakes it is kept until you log out there.`}</li>
        <li>{t`The logs of the server hold no names, no addresses and nothing you say or write.`}</li>
      </ul>
    </Section>
  );
}

function WhoSees() {
  const { t } = useLingui();
  return (
    <Section title={t`Who sees what`}>
      <ul>
        <li>
          {t`A stranger in a call: your voice and your topic. No name, no photo, no profile; a picture drawn by chance stands for you.`}
        </li>
        <li>{t`Somebody whom you like and who likes you: your name, photos, words about yourself, age range unless you hide it, country or region, languages and interests.`}</li>
        <li>
          {t`The operator: everything that is kept, since it lies in the database of their server. They and their moderators are meant to look at reports, and at what keeps the server running.`}
        </li>
        <li>{t`The service you sign in with: that you come here, and when. Authorities: what the law obliges the operator to give.`}</li>
      </ul>
    </Section>
  );
}

function SealedFor() {
  const { t } = useLingui();
  const hours = useEvidenceHours();
  if (hours === undefined) return null;
  return (
    <>
      <dt>{t`What was seen once or deleted`}</dt>
      <dd>
        {hours === 0 ? (
          <Trans>not at all, but for what a report shows</Trans>
        ) : (
          <Plural
            value={hours}
            one="# hour, encrypted; what a report shows stays with the report"
            other="# hours, encrypted; what a report shows stays with the report"
          />
        )}
      </dd>
    </>
  );
}

function HowLong() {
  const { t } = useLingui();
  return (
    <Section title={t`How long`}>
      <dl>
        <dt>{t`A sign-in under way`}</dt>
        <dd>{t`10 minutes`}</dd>
        <dt>{t`Being signed in`}</dt>
        <dd>{t`until you log out, or 30 days after you were last here`}</dd>
        <dt>{t`What you have begun to write or could not send, in this browser alone`}</dt>
        <dd>{t`until it is sent or you log out there; 30 days if you are logged out otherwise`}</dd>
        <dt>{t`Network addresses`}</dt>
        <dd>{t`about an hour`}</dd>
        <dt>{t`That you are here, wait or are in a call, and what the server has just answered you`}</dt>
        <dd>{t`minutes`}</dd>
        <dt>{t`With whom you were just matched`}</dt>
        <dd>{t`a day unless the operator has set another time, so that you meet others first; ten minutes after a call that did not connect; for good after a report`}</dd>
        <dt>{t`Failures to connect, and the pauses that follow`}</dt>
        <dd>{t`up to 20 minutes after the last one, so that nobody holds up the others`}</dd>
        <dt>{t`Your profile`}</dt>
        <dd>{t`as long as you have an account`}</dd>
        <dt>{t`How many text matches and how much room for files you have used`}</dt>
        <dd>{t`as long as you have an account`}</dd>
        <dt>{t`How often your reports were acted on`}</dt>
        <dd>{t`as long as you have an account`}</dd>
        <dt>{t`That your age was vouched for, where the law asks for it`}</dt>
        <dd>{t`as long as you have an account`}</dd>
        <dt>{t`An account that was never set up`}</dt>
        <dd>{t`30 days after you last signed in`}</dd>
        <dt>{t`Photos you take out of your profile`}</dt>
        <dd>{t`not at all; one that a report shows is served to nobody, and stays with the report`}</dd>
        <dt>{t`Moments, with the comments on them`}</dt>
        <dd>{t`30 days after they are over or deleted, seen by nobody`}</dd>
        <dt>{t`How a text match went`}</dt>
        <dd>{t`30 days after it is over; what you wrote there stays as long as its chat`}</dd>
        <dt>{t`The spot you are shown at`}</dt>
        <dd>{t`a day, or until you switch it off; then its region, some 50 km across, for up to 20 hours, so that nobody is in many places`}</dd>
        <dt>{t`Chats`}</dt>
        <dd>{t`until 30 days after one of you has closed them`}</dd>
        <dt>{t`Who closed a chat or declined a hello`}</dt>
        <dd>{t`until the two of you have a chat again, so that nobody who was shut out comes back`}</dd>
        <SealedFor />
        <dt>{t`Calls`}</dt>
        <dd>{t`about six months`}</dd>
        <dt>{t`Notifications`}</dt>
        <dd>{t`90 days`}</dd>
        <dt>{t`A copy of your data`}</dt>
        <dd>{t`a day`}</dd>
        <dt>{t`Reports, with what belongs to them`}</dt>
        <dd>{t`as long as those need them who decide about them`}</dd>
        <dt>{t`A deleted account`}</dt>
        <dd>{t`30 days, in which you can take it back; then everything is erased. A number that nobody can turn back into your name stays, so that no backup brings you back.`}</dd>
        <dt>{t`Accounts that were refused or banned`}</dt>
        <dd>{t`a hash of the sign-in stays, so that the door stays closed`}</dd>
      </dl>
    </Section>
  );
}

function YourRights() {
  const { t } = useLingui();
  return (
    <Section title={t`Your rights`}>
      <p>
        <Trans>
          A copy of what is kept about you is in the settings, under <Link to="/settings/data">Export my data</Link>; so
          is <Link to="/settings/delete">Delete my account</Link>, and most of what you told can be corrected in your
          profile. For the rest ask the operator. You may take back your consent at any time, and complain to the data
          protection authority where you live.
        </Trans>
      </p>
      <p>
        <WhomToAsk />
      </p>
    </Section>
  );
}
