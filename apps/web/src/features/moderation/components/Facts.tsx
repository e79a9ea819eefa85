import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ModerationCase } from '@yonder/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShownName } from '../../../lib/shown-name.ts';
import { useFacts } from '../../../lib/use-facts.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import text from '../../../ui/text.module.css';
import { STANDING_WORDS } from '../words.ts';
import styles from './case.module.css';

/** Facts about the reported user. */
export function Facts({ about: { person, account, history, number, assignee } }: { about: ModerationCase }) {
  const { t, i18n } = useLingui();
  const shownName = useShownName();
  const facts = useFacts();
  const joined = i18n.date(new Date(account.createdAt), { dateStyle: 'medium' });
  const region = useRegionName(account.region ?? '');
  const until =
    account.suspendedUntil === null
      ? ''
      : t`until ${i18n.date(new Date(account.suspendedUntil), { dateStyle: 'medium', timeStyle: 'short' })}`;
  // Unknown once the account is erased.
  const known =
    account.standing === 'erased' ? [] : [t`Joined ${joined}`, account.isPaid ? t`paid plan` : t`free plan`];
  const before = history.filter(({ caseNumber }) => caseNumber < number);
  const standing = i18n._(STANDING_WORDS[account.standing]);
  return (
    <dl className={styles.facts}>
      <Fact name={t`Person`}>
        <Link className={text.link} to={`/profile/${person.userId}`} dir="auto" translate="no">
          {shownName(person.name)}
        </Link>
      </Fact>
      <Fact name={t`Account`}>{facts([...known, standing, until, region])}</Fact>
      <Fact name={t`Before`}>
        {facts([
          t`${plural(account.cases, { one: '# case', other: '# cases' })}`,
          t`${plural(before.length, { one: '# decision', other: '# decisions' })}`,
          t`${plural(account.reported, { one: 'reported others # time', other: 'reported others # times' })}`,
        ])}
      </Fact>
      {assignee !== null && (
        <Fact name={t`Looked at by`}>
          <bdi translate="no">{shownName(assignee.name)}</bdi>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
