import { useLingui } from '@lingui/react/macro';
import type { Notification } from '@yonder/contract';
import { useShownName } from '../../lib/shown-name.ts';

interface Words {
  title: string;
  body: string;
}

/**
 * Title and text of a notification. Isolates names and marks the sentence's direction, because a text takes its
 * direction from its first letter (UAX #9: FSI, PDI; LRM or RLM).
 */
export function useWords(): (notification: Notification) => Words {
  const { t, i18n } = useLingui();
  const shownName = useShownName();
  return ({ kind, person, message }) => {
    const shown = shownName(person?.name);
    const name = `\u2068${shown}\u2069`;
    const ours = (sentence: string) => `${i18n.locale === 'ar' ? '\u200F' : '\u200E'}${sentence}`;
    switch (kind) {
      case 'message':
        return { title: person === null ? t`New message` : shown, body: message ?? t`Sent you something` };
      case 'match':
        return { title: t`It's a match`, body: ours(t`You and ${name} liked each other`) };
      case 'missed-call':
        return { title: t`Missed call`, body: ours(t`${name} called you`) };
      case 'chat-closed':
        return { title: t`Chat closed`, body: t`The other person has ended it` };
      case 'comment':
        return { title: t`New comment`, body: t`Somebody answered your moment` };
      case 'request':
        return { title: ours(t`${name} says hello`), body: message ?? t`Would like to write to you` };
      case 'moderation':
        return { title: t`A decision about your account`, body: t`What it is, and how to disagree` };
      case 'report-closed':
        return { title: t`Your report was reviewed`, body: t`See what came of it` };
      default:
        return kind satisfies never;
    }
  };
}
