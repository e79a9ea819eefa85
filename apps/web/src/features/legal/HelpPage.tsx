import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LegalPage, Section } from './LegalPage.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

export function HelpPage() {
  return (
    <LegalPage name="help" lead={<Trans>What people ask, and the answers.</Trans>}>
      <Calls />
      <Chats />
      <Safety />
      <Account />
    </LegalPage>
  );
}

function Calls() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`How does a call go?`}>
        <p>
          {t`You wait for somebody, and are connected as soon as there is one. After five seconds you may end it. After five minutes, or when one of you ends it before, both have 15 seconds to choose Like or Dislike. Two likes: the call goes on as long as you want, you see each other’s profile, and a chat opens. Anything else: it ends.`}
        </p>
      </Section>
      <Section title={t`Does the other one see who I am?`}>
        <p>
          {t`Not before both have pressed Like. Until then they hear your voice and read the topic you wrote, if you wrote one. Your network address stays hidden as long as the operator has not switched direct calls on; then you are told while you wait.`}
        </p>
      </Section>
      <Section title={t`Nobody hears me`}>
        <p>
          {t`Look at the lock or the settings beside the address of this page: the microphone has to be allowed. Then close other programs that use it. With a headset, unplug it and plug it in again. If a network does not let calls through, another one often does.`}
        </p>
      </Section>
      <Section title={t`The call broke off`}>
        <p>
          {t`When a network fails, the call waits for up to 30 seconds and tries to reconnect twice. You may reload the page meanwhile: you come back into the same call.`}
        </p>
      </Section>
      <Section title={t`Why do I wait so long?`}>
        <p>
          {t`Nobody else is there, or those who are there were with you a moment ago: you don’t meet the same person again for a day, nor for ten minutes after a call that did not connect. Whoever blocked or reported the other is never matched with them. If your calls keep failing, your connection is checked first, and after several you may have to pause.`}
        </p>
      </Section>
    </>
  );
}

function Chats() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`Where has my chat gone?`}>
        <p>
          {t`Either of you can close it, which closes it for both. It stays readable for 30 days. Who closed it can open a new one; the other one cannot.`}
        </p>
      </Section>
      <Section title={t`What is a picture to see once?`}>
        <p>
          {t`It opens once, for a minute, and is gone for both of you then. The privacy page says how long an encrypted copy is kept that only a report by the person who received it can open. One that nobody opens is deleted after a week. It does not protect from a second camera: send nothing that must never be seen again.`}
        </p>
      </Section>
      <Section title={t`How near is “nearby”?`}>
        <p>
          {t`Nobody is shown where you are. The place is moved by roughly one to three kilometres before it is kept, and others read a band only: under 5 km, up to 10, 25 or 50. It is off until you switch it on, and goes off after a day.`}
        </p>
      </Section>
      <Section title={t`How many comments do I have?`}>
        <p>{t`Twenty, renewed at six in the evening where you are. A call that lasted to its end gives three more, once a day.`}</p>
      </Section>
    </>
  );
}

function Safety() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`What happens when I report somebody?`}>
        <p>
          {t`You two never meet again, and a call you are in ends. What the report is about is kept for whoever decides about it. The other one is not told that there was a report, nor by whom. You are told whether we acted on it; “My reports” in the settings lists all of yours.`}
        </p>
      </Section>
      <Section title={t`What happens when I block somebody?`}>
        <p>
          {t`Neither of you sees the other any more, anywhere, and your chat is closed. They are told nothing; if they open the chat, it reads as closed. With somebody you know only as a stranger, the call or chat ends and you are never matched again; nothing else changes, since anything else could tell who they are. You find all blocks in the settings, where you can take them back.`}
        </p>
      </Section>
      <Section title={t`I was suspended`}>
        <p>
          {t`You read why when you sign in. If you think that this is wrong, say so there, once: somebody else looks at it.`}
        </p>
      </Section>
    </>
  );
}

function Account() {
  const { t } = useLingui();
  return (
    <>
      <Section title={t`How do I get a copy of my data?`}>
        <p>
          <Trans>
            In the settings, under <Link to="/settings/data">Export my data</Link>. It is made within minutes and there
            for a day.
          </Trans>
        </p>
      </Section>
      <Section title={t`How do I delete my account?`}>
        <p>
          <Trans>
            In the settings, under <Link to="/settings/delete">Delete my account</Link>. You are gone for the others at
            once. Everything is erased after 30 days; until then you can sign in and stay.
          </Trans>
        </p>
      </Section>
      <Section title={t`I gave a wrong birth date`}>
        <p>{t`It cannot be changed afterwards, so that nobody can grow older here. Write to the operator.`}</p>
      </Section>
      <Section title={t`Is there an app?`}>
        <p>{t`Not yet. Your browser can install this page: on phones it is in the menu that adds a page to the home screen.`}</p>
      </Section>
      <Section title={t`It is something else`}>
        <p>
          <WhomToAsk />
        </p>
      </Section>
    </>
  );
}
