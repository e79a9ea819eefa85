import { useLingui } from '@lingui/react/macro';
import type { Notification } from '@yonder/contract';
import { useShownName } from '../../lib/shown-name.ts';

interface Words {
  title: string;
  body: string;
}

/** What happened, and what it is about. */
export function useWords(): (notification: Notification) => Words {
  const { t } = useLingui();
  const shownName = useShownName();
  return ({ kind, person, message }) => {
    const name = shownName(person?.name);
    switch (kind) {
      case 'message':
        return { title: person === null ? t`New message` : name, body: message ?? t`Sent you something` };
      case 'match':
        return { title: t`It's a match`, body: t`You and ${name} liked each other` };
      case 'missed-call':
        return { title: t`Missed call`, body: t`${name} called you` };
      case 'chat-closed':
        return { title: t`Chat closed`, body: t`The other person has ended it` };
      case 'comment':
        return { title: t`New comment`, body: t`Somebody answered your moment` };
      case 'request':
        return { title: t`${name} says hello`, body: message ?? t`Would like to write to you` };
      case 'moderation':
        return { title: t`A decision about your account`, body: t`What it is, and how to disagree` };
      default:
        return kind satisfies never;
    }
  };
}
