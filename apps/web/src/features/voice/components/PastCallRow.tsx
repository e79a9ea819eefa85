import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ANONYMOUS, type PastCall, type Person, type SafetyTarget } from '@yonder/contract';
import { Link } from 'react-router';
import { useShownName } from '../../../lib/shown-name.ts';
import { timeOfDay } from '../../../lib/when.ts';
import { useCalling } from '../../../ui/calling/use-calling.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import {
  PhoneIcon,
  PhoneIncomingIcon,
  PhoneOutgoingIcon,
  PhoneXIcon,
  SunHorizonIcon,
  SunIcon,
} from '../../../ui/icons.ts';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import row from '../../../ui/row.module.css';
import { LaterSafetyMenu } from '../../../ui/safety/LaterSafetyMenu.tsx';
import text from '../../../ui/text.module.css';
import { isMissed } from '../past-calls.ts';
import { useOutcomeText } from '../use-outcome-text.ts';
import styles from './past-calls.module.css';

/** The partner, the time and the outcome. Where there is a chat, the row leads there and the button calls again. */
export function PastCallRow({ call }: { call: PastCall }) {
  const { i18n } = useLingui();
  const { person, alias, id, at, chatRoomId } = call;
  const name = useShownName()(person?.name);
  return (
    <li className={styles.row}>
      <span aria-hidden="true">
        <PhotoAvatar
          src={person?.thumb ?? person?.photo ?? null}
          name={name}
          seed={person?.userId ?? alias ?? id}
          size={54}
        />
      </span>
      <div className={row.words}>
        <p className={row.line}>
          {chatRoomId === null ? (
            <span className={row.name} dir="auto" translate="no">
              {name}
            </span>
          ) : (
            <Link className={`${row.name} ${styles.link}`} dir="auto" translate="no" to={`/chat/${chatRoomId}`}>
              {name}
            </Link>
          )}
          <time className={row.time} dateTime={new Date(at).toISOString()}>
            {timeOfDay(at, i18n.locale)}
          </time>
        </p>
        <Outcome call={call} />
      </div>
      {person !== null && chatRoomId !== null && <CallAgain chatRoomId={chatRoomId} person={person} />}
      {chatRoomId === null && <Safety call={call} />}
    </li>
  );
}

/** Report and block, after a call; where there is a chat, they are there. */
function Safety({ call: { id, person } }: { call: PastCall }) {
  const queryClient = useQueryClient();
  const target: SafetyTarget = person === null ? { type: 'call', id } : { type: 'user', id: person.userId };
  return (
    <LaterSafetyMenu
      name={person?.name ?? ANONYMOUS}
      target={target}
      onBlocked={() => void queryClient.invalidateQueries()}
    />
  );
}

function CallAgain({ chatRoomId, person }: { chatRoomId: string; person: Person }) {
  const { t } = useLingui();
  const { call, hindrance } = useCalling(chatRoomId, person);
  const name = useShownName()(person.name);
  const label = t`Call ${name}`;
  return (
    <IconButton
      look="filled"
      label={hindrance === null ? label : t`${label}: ${hindrance}`}
      disabled={hindrance !== null}
      onClick={call}
    >
      <PhoneIcon size={22} />
    </IconButton>
  );
}

function Outcome({ call }: { call: PastCall }) {
  const { t } = useLingui();
  const words = useOutcomeText(call);
  const { direction } = call;
  return (
    <p className={styles.outcome} data-missed={isMissed(call) || undefined}>
      <Glyph call={call} />
      {direction !== 'matched' && (
        <span className={text.unseen}>{direction === 'outgoing' ? t`Outgoing call` : t`Incoming call`}</span>
      )}
      <span>{words}</span>
    </p>
  );
}

function Glyph({ call: { direction, outcome } }: { call: PastCall }) {
  if (direction === 'matched') return outcome === 'match' ? <SunIcon size={18} /> : <SunHorizonIcon size={18} />;
  if (outcome !== 'talked') return <PhoneXIcon size={18} />;
  return direction === 'outgoing' ? <PhoneOutgoingIcon size={18} /> : <PhoneIncomingIcon size={18} />;
}
